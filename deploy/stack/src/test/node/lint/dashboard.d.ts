import type { Dashboard } from "@grafana/schema";

// A type as it is written in JSON: everything may be left to its default, and enumerations are their texts.
type Json<T> = T extends string
  ? `${T}`
  : T extends (infer U)[]
    ? Json<U>[]
    : T extends object
      ? { [K in keyof T]?: Json<T[K]> }
      : T;

export type DashboardFile = Json<Dashboard>;
