/**
 * The rules that the code of every service keeps, as tests. A service extends {@link
 * dev.quintet.shared.testkit.architecture.ArchitectureContract} with its name and has them all.
 */
@NullMarked
package dev.quintet.shared.testkit.architecture;

import org.jspecify.annotations.NullMarked;
