package dev.quintet.shared.capability;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Lets a POST, PUT, PATCH or DELETE run without a token. Says why, since without it the application does not start. */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Unguarded {
    /** Why nothing needs protecting here. */
    String value();
}
