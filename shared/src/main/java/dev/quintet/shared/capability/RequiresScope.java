package dev.quintet.shared.capability;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The resource method runs only for a token that holds here and now and carries the scope; otherwise 401 or 403. With
 * several scopes any one admits, and the method asks {@link Capability#require} for the one that the operation at hand
 * needs.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RequiresScope {
    String[] value();
}
