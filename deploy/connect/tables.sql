-- What the sink connectors of this folder write, for PostgreSQL 12 or later. Run it once, as a user who may create roles,
-- before they start. Running it again changes nothing.

-- The connectors write as one user, dashboards ask as another. Neither gets in before it has a password: passwords.sql.
do $$
begin
  if not exists (select from pg_roles where rolname = 'evenkeel_writer') then
    create role evenkeel_writer login connection limit 20;
  end if;
  if not exists (select from pg_roles where rolname = 'evenkeel_reader') then
    create role evenkeel_reader login connection limit 20;
  end if;
  execute format('grant evenkeel_writer to %I', current_user);
end
$$;
-- Whoever may open a dashboard may send any SQL as its user.
alter role evenkeel_reader set default_transaction_read_only = on;
alter role evenkeel_reader set statement_timeout = '30s';

-- The newest revision of what was said of each window of each series. The column of a field in a group has the name
-- of the group before that of the field.
create table if not exists verdicts (
  model                            text               not null,
  version                          text               not null,
  segment                          text               not null,
  window_start                     timestamptz        not null,
  window_end                       timestamptz        not null,
  status                           text               not null,
  revision                         integer            not null,
  finding                          text               not null,
  cause                            text               not null,
  predictions_shifted              boolean,
  features_shifted                 boolean,
  labels_shifted                   boolean,
  selected                         boolean,
  neighbours_depend                boolean,
  tolerable                        boolean            not null,
  summary                          text               not null,
  predictions                      bigint             not null,
  labelled                         bigint             not null,
  coverage                         double precision   not null,
  late                             bigint             not null,
  impossible                       bigint             not null,
  profile                          integer            not null,
  tests_alpha                      double precision   not null,
  tests_skce                       double precision,
  tests_skce_standard_error        double precision,
  tests_skce_p_value               double precision,
  tests_cme_statistic              double precision,
  tests_cme_rank                   integer,
  tests_cme_p_value                double precision,
  evidence_log_e_window            double precision,
  evidence_log_e_series            double precision,
  evidence_log_e_beyond            double precision,
  evidence_log_detector            double precision,
  evidence_log_threshold           double precision,
  evidence_since                   timestamptz        not null,
  evidence_through                 timestamptz        not null,
  evidence_recalibration           text,
  evidence_recalibration_gain      double precision,
  evidence_detectable_gain         double precision,
  evidence_effect_parameter        text,
  evidence_effect_lower            double precision,
  evidence_effect_upper            double precision,
  drift_alpha                      double precision,
  drift_predictions_p_value        double precision,
  drift_predictions_distance       double precision,
  drift_features_p_value           double precision,
  drift_feature_names              text[],
  drift_feature_distances          double precision[],
  drift_feature_missing            double precision[],
  drift_labels_p_value             double precision,
  drift_selection_p_value          double precision,
  sample_size                      integer,
  sample_skce                      double precision,
  sample_skce_p_value              double precision,
  sample_neighbours_p_value        double precision,
  sample_ckce                      double precision,
  sample_ckce_lower                double precision,
  sample_ckce_upper                double precision,
  scores_log_loss                  double precision,
  scores_brier                     double precision,
  scores_accuracy                  double precision,
  scores_crps                      double precision,
  expected_labelled_through        timestamptz,
  expected_withheld                text,
  expected_said                    bigint,
  expected_covered                 bigint,
  expected_log_loss                double precision,
  expected_log_loss_lower          double precision,
  expected_log_loss_upper          double precision,
  expected_log_loss_before         double precision,
  expected_brier                   double precision,
  expected_brier_lower             double precision,
  expected_brier_upper             double precision,
  expected_brier_before            double precision,
  expected_accuracy                double precision,
  expected_accuracy_lower          double precision,
  expected_accuracy_upper          double precision,
  expected_accuracy_before         double precision,
  expected_crps                    double precision,
  expected_crps_lower              double precision,
  expected_crps_upper              double precision,
  expected_crps_before             double precision,
  diagrams_reliability_counts      bigint[],
  diagrams_reliability_confidences double precision[],
  diagrams_reliability_frequencies double precision[],
  diagrams_event_counts            bigint[],
  diagrams_event_probabilities     double precision[],
  diagrams_event_frequencies       double precision[],
  diagrams_pit_counts              bigint[],
  where_places                     text[],
  where_contributions              double precision[],
  where_standard_errors            double precision[],
  provenance_config_hash           text               not null,
  provenance_partitions            integer[]          not null,
  provenance_predictions_from      bigint[]           not null,
  provenance_predictions_through   bigint[]           not null,
  provenance_labels_from           bigint[]           not null,
  provenance_labels_through        bigint[]           not null,
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
  fingerprint           text             not null,
  model                 text             not null,
  version               text             not null,
  segment               text             not null,
  rule                  text             not null,
  state                 text             not null,
  change                text             not null,
  severity              text             not null,
  starts_at             timestamptz      not null,
  starts_earliest       timestamptz,
  starts_latest         timestamptz,
  raised_at             timestamptz      not null,
  updated_at            timestamptz      not null,
  ends_at               timestamptz,
  summary               text             not null,
  description           text             not null,
  cases                 bigint           not null,
  log_evidence          double precision,
  log_threshold         double precision,
  false_alarms          double precision,
  false_alarms_period   bigint,
  effect_parameter      text,
  effect                double precision,
  effect_lower          double precision,
  effect_upper          double precision,
  effect_open           text,
  gain                  double precision,
  gain_at_least         double precision,
  cost                  double precision,
  cost_at_least         double precision,
  map                   text,
  no_map                text,
  names                 text[],
  segments_compared     integer,
  segments_standing_out text[],
  segments_labelled     bigint[],
  segments_log_e        double precision[],
  others_log_e          double precision[],
  supersedes            text,
  silenced_by           text,
  inhibited_by          text,
  inhibited_until       timestamptz,
  repeated              boolean          not null,
  link                  text             not null default '',
  runbook               text             not null,
  verdict               text,
  primary key (fingerprint, raised_at)
);
create index if not exists alerts_by_model on alerts (model, starts_at);

-- The map that recalibrates the predictions of a series; without one, why it was withdrawn. A series that is forgotten has
-- no row.
create table if not exists recalibrations (
  series       text             not null,
  model        text             not null,
  version      text             not null,
  segment      text             not null,
  map          text,
  words        text             not null,
  updated_at   timestamptz      not null,
  later_labels bigint           not null,
  gain         double precision,
  gain_lower   double precision,
  gain_upper   double precision,
  log_evidence double precision not null,
  since        timestamptz,
  verdict      text,
  primary key (series)
);

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

-- Deletes all rows. The connectors do not hear that 'evenkeel reset --outputs' deletes the topics: call it then.
create or replace function evenkeel_empty() returns void
language sql as $$
  truncate verdicts, metrics, alerts, recalibrations
$$;

-- A table belongs to its writer, who adds the column of a field that is new.
grant usage, create on schema public to evenkeel_writer;
alter table verdicts owner to evenkeel_writer;
alter table metrics owner to evenkeel_writer;
alter table alerts owner to evenkeel_writer;
alter table recalibrations owner to evenkeel_writer;
grant usage on schema public to evenkeel_reader;
grant select on verdicts, metrics, alerts, recalibrations to evenkeel_reader;
