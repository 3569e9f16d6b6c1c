package dev.quintet.shared.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A key whose new value takes effect on reload; on an interface it holds for every key in it. Read such a key through
 * {@link HotConfig}: an injected mapping keeps the value of the start. A key without it needs a restart, and a reload
 * that changes it says so and keeps the running value.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Hot {}
