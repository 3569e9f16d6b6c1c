/** What a run is called, what it commits to, and why it may be quarantined. */
@NullMarked
package dev.quintet.rewarder.domain.run;

import org.jspecify.annotations.NullMarked;
