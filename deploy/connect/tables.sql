-- What the sink connectors of this folder write, for PostgreSQL 12 or later. Run it once, as the user of the
-- connectors, before they start. Running it again changes nothing.

-- The newest revision of what was said of each window of each series.
create table if not exists verdicts (
  model                   text               not null,
  version                 text               not null,
  segment                 text               not null,
  window_start            timestamptz        not null,
  window_end              timestamptz        not null,
  status                  text               not null,
  revision                integer            not null,
  finding                 text               not null,
  summary                 text               not null,
  predictions             bigint             not null,
  labelled                bigint             not null,
  coverage                double precision   not null,
  late                    bigint             not null,
  impossible              bigint             not null,
  alpha                   double precision   not null,
  profile                 integer            not null,
  skce                    double precision,
  skce_standard_error     double precision,
  skce_p_value            double precision,
  cme_statistic           double precision,
  cme_rank                integer,
  cme_p_value             double precision,
  log_e_window            double precision,
  log_e_series            double precision,
  recalibration           text,
  recalibration_gain      double precision,
  log_loss                double precision,
  brier                   double precision,
  accuracy                double precision,
  crps                    double precision,
  reliability_counts      bigint[],
  reliability_confidences double precision[],
  reliability_frequencies double precision[],
  pit_counts              bigint[],
  cause                   text               not null,
  drift_p_value           double precision,
  drift_distance          double precision,
  selection_p_value       double precision,
  detectable_gain         double precision,
  tolerable               boolean            not null default false,
  log_e_beyond            double precision,
  log_detector            double precision,
  effect_parameter        text,
  effect_lower            double precision,
  effect_upper            double precision,
  log_deciding            double precision,
  log_threshold           double precision,
  sampled                 integer,
  skce_u                  double precision,
  skce_u_p_value          double precision,
  ckce                    double precision,
  ckce_lower              double precision,
  ckce_upper              double precision,
  where_places            text[],
  where_contributions     double precision[],
  where_standard_errors   double precision[],
  config_hash             text,
  evidence_since          timestamptz,
  evidence_through        timestamptz,
  source_partitions       integer[],
  predictions_from        bigint[],
  predictions_through     bigint[],
  labels_from             bigint[],
  labels_through          bigint[],
  feature_drift_p_value   double precision,
  drifted_features        text[],
  drifted_feature_distances double precision[],
  drifted_feature_missing double precision[],
  label_shift_p_value     double precision,
  primary key (model, version, segment, window_start)
);
create index if not exists verdicts_by_time on verdicts (window_end);
create index if not exists verdicts_newest on verdicts (model, version, segment, window_end desc);

-- The same numbers, one per row.
create table if not exists metrics (
  model        text             not null,
  version      text             not null,
  segment      text             not null,
  window_start timestamptz      not null,
  window_end   timestamptz      not null,
  status       text             not null,
  revision     integer          not null,
  name         text             not null,
  value        double precision not null,
  primary key (model, version, segment, window_start, name)
);
create index if not exists metrics_by_time on metrics (window_end);

-- A row for each life of each problem, with its newest state.
create table if not exists alerts (
  fingerprint text             not null,
  model       text             not null,
  version     text             not null,
  segment     text             not null,
  rule        text             not null,
  state       text             not null,
  reason      text             not null,
  starts_at   timestamptz      not null,
  updated_at  timestamptz      not null,
  ends_at     timestamptz,
  summary     text             not null,
  description text             not null,
  alpha       double precision not null,
  log_e       double precision,
  p_value     double precision,
  labelled    bigint           not null,
  severity    text             not null,
  effect      double precision,
  segments_standing_out text[],
  supersedes  text,
  repeated    boolean          not null,
  runbook     text             not null,
  verdict     text,
  primary key (fingerprint, starts_at)
);
create index if not exists alerts_by_model on alerts (model, starts_at);

-- Deletes what ended before a time, but no alert that is not over. Let a scheduler call it, for example daily:
--   select evenkeel_forget(now() - interval '400 days');
create or replace function evenkeel_forget(before timestamptz) returns bigint
language plpgsql as $$
declare
  deleted bigint := 0;
  rows    bigint;
begin
  delete from verdicts where window_end < before;
  get diagnostics rows = row_count;
  deleted := deleted + rows;
  delete from metrics where window_end < before;
  get diagnostics rows = row_count;
  deleted := deleted + rows;
  delete from alerts where ends_at < before;
  get diagnostics rows = row_count;
  return deleted + rows;
end
$$;
