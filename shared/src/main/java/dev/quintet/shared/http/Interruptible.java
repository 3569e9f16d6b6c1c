package dev.quintet.shared.http;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a resource method or class that blocks (worker or virtual thread): at the request's deadline its thread is
 * interrupted, so that it does not go on with what nobody waits for any more. Without this a method is answered for at
 * the deadline and runs to its end.
 *
 * <p>Not the default, because an interrupt closes a {@link java.nio.channels.FileChannel} that the thread is just using:
 * a method that reads a file which others read too must look at its {@code Deadline} instead.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Interruptible {}
