package dev.quintet.shared.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The inclusive range of a number, duration or size, written as an operator would write the value ({@code "100ms"},
 * {@code "64M"}). A value outside stops the start, or refuses the reload.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Bounds {
    String min();

    String max();
}
