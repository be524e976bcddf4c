/** What each user of Evenkeel needs to be allowed by brokers that deny everything else. */
@NullMarked
package io.evenkeel.app.acl;

import org.jspecify.annotations.NullMarked;
