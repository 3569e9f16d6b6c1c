/** Code that breaks the rules, for the rules to notice. */
@NullMarked
package dev.quintet.shared.testkit.architecture.careless.store;

import org.jspecify.annotations.NullMarked;
