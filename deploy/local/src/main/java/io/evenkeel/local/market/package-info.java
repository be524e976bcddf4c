/**
 * Forecasts of a real market, with the labels that came a minute later.
 *
 * <p>The trades are one week of bitcoin against the dollar at one exchange in 2013, as published
 * with the examples of ta4j. At the end of each minute three models forecast the log return of the
 * next minute, from what was known by then:
 *
 * <ul>
 *   <li>the return of a minute is that of its average price, weighted by volume, over the average
 *       price of the last minute that had a trade. The last price of a minute jumps between bid and
 *       ask: a quarter of its returns would be exactly zero, and each jump would tend to be undone
 *       by the next. Of the average price a fortieth are zero, where one price was paid throughout;
 *       these are left as they came.
 *   <li>a minute without trades has no price. Its label never comes, rather than being called zero.
 * </ul>
 */
@NullMarked
package io.evenkeel.local.market;

import org.jspecify.annotations.NullMarked;
