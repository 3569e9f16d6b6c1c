package dev.quintet.shared.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A safety limit: a value looser than the default needs {@code quintet.danger-ok=true}, and the {@code prod} profile
 * refuses even that.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Danger {
    Looser looser();

    /** The direction in which the limit protects less. */
    enum Looser {
        HIGHER,
        LOWER
    }
}
