package io.evenkeel.core.internal;

import java.util.Arrays;

/**
 * The cheapest way to carry m supplies to n demands: mutable, one problem per object. Successive
 * shortest paths with potentials (Ahuja, Magnanti and Orlin, <i>Network Flows</i>, 1993, Section
 * 9.7), exact to rounding and meant for small m and n: O((m + n)²) per path.
 */
public final class OptimalTransport {
  private static final int NONE = -1;

  private final double[] supply;
  private final double[] demand;
  private final double[][] cost;
  private final double[][] flow;

  /** Nodes 0 to m − 1 are the supplies, m to m + n − 1 the demands. */
  private final double[] potential;

  private final double[] distance;
  private final int[] previous;
  private final boolean[] settled;

  private OptimalTransport(double[] supply, double[] demand, double[][] cost) {
    int nodes = supply.length + demand.length;
    this.supply = supply.clone();
    this.demand = demand.clone();
    this.cost = cost;
    this.flow = new double[supply.length][demand.length];
    this.potential = new double[nodes];
    this.distance = new double[nodes];
    this.previous = new int[nodes];
    this.settled = new boolean[nodes];
  }

  /**
   * The least Σ flow_ij cost_ij over flows &ge; 0 with the given row and column sums. Where the
   * totals differ by rounding, the smaller one is carried.
   *
   * @param supply m numbers &ge; 0
   * @param demand n numbers &ge; 0, of the same total
   * @param cost m &times; n numbers &ge; 0
   */
  public static double cost(double[] supply, double[] demand, double[][] cost) {
    OptimalTransport problem = new OptimalTransport(supply, demand, cost);
    int target = problem.nearestDemand();
    while (target != NONE) {
      problem.carryTo(target);
      target = problem.nearestDemand();
    }
    double sum = 0;
    for (int i = 0; i < supply.length; i++) {
      for (int j = 0; j < demand.length; j++) {
        sum += problem.flow[i][j] * cost[i][j];
      }
    }
    return sum;
  }

  /** The open demand with the shortest path from an open supply, by Dijkstra's algorithm. */
  private int nearestDemand() {
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    Arrays.fill(previous, NONE);
    Arrays.fill(settled, false);
    for (int i = 0; i < supply.length; i++) {
      if (supply[i] > 0) {
        distance[i] = 0;
      }
    }
    int node = nearestUnsettled();
    while (node != NONE && (node < supply.length || !(demand[node - supply.length] > 0))) {
      settled[node] = true;
      relax(node);
      node = nearestUnsettled();
    }
    if (node != NONE) {
      for (int v = 0; v < potential.length; v++) {
        potential[v] += Math.min(distance[v], distance[node]);
      }
    }
    return node;
  }

  private int nearestUnsettled() {
    int nearest = NONE;
    for (int v = 0; v < distance.length; v++) {
      if (!settled[v]
          && distance[v] < (nearest == NONE ? Double.POSITIVE_INFINITY : distance[nearest])) {
        nearest = v;
      }
    }
    return nearest;
  }

  private void relax(int node) {
    int m = supply.length;
    if (node < m) {
      for (int j = 0; j < demand.length; j++) {
        reach(m + j, node, cost[node][j]);
      }
    } else {
      for (int i = 0; i < m; i++) {
        if (flow[i][node - m] > 0) {
          reach(i, node, -cost[i][node - m]);
        }
      }
    }
  }

  /** Reduced costs are not negative but for rounding, which must not turn a path back. */
  private void reach(int node, int from, double arcCost) {
    double reduced = Math.max(0, arcCost + potential[from] - potential[node]);
    if (!settled[node] && distance[from] + reduced < distance[node]) {
      distance[node] = distance[from] + reduced;
      previous[node] = from;
    }
  }

  private void carryTo(int target) {
    int m = supply.length;
    double amount = demand[target - m];
    int node = target;
    while (previous[node] != NONE) {
      int from = previous[node];
      if (node < m) {
        amount = Math.min(amount, flow[node][from - m]);
      }
      node = from;
    }
    amount = Math.min(amount, supply[node]);
    supply[node] -= amount;
    demand[target - m] -= amount;
    node = target;
    while (previous[node] != NONE) {
      int from = previous[node];
      if (node < m) {
        flow[node][from - m] -= amount;
      } else {
        flow[from][node - m] += amount;
      }
      node = from;
    }
  }
}
