package io.evenkeel.app.evaluate;

/**
 * One row that two models have in common.
 *
 * @param place of the row, in the file of the first model
 * @param difference of their scores, first minus second
 */
record Step(Place place, double difference) {}
