/** The tables of pipelines and jobs. */
export const schema = `
  CREATE TABLE pipelines (
    id INTEGER PRIMARY KEY,
    iid INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    sha TEXT NOT NULL,
    ref TEXT NOT NULL,
    tag INTEGER NOT NULL,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    before_sha TEXT NOT NULL,
    user_id INTEGER,
    merge_request_id INTEGER,
    source_sha TEXT,
    yaml_errors TEXT,
    variables TEXT,
    trigger_id INTEGER,
    schedule_id INTEGER,
    bridge_id INTEGER,
    upstream_id INTEGER,
    -- The first pipeline of the hierarchy, for those that bridges have created.
    root_id INTEGER,
    files TEXT,
    copies TEXT,
    warnings INTEGER NOT NULL DEFAULT 0,
    coverage REAL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT
  ) STRICT;
  -- Lists leave child pipelines out: what counts them reads the source from the index.
  CREATE INDEX pipelines_by_project ON pipelines (project_id, id, source);
  CREATE INDEX pipelines_by_commit ON pipelines (project_id, sha, id);
  CREATE INDEX pipelines_by_ref ON pipelines (project_id, ref, id, source);
  CREATE INDEX pipelines_by_status ON pipelines (project_id, status, id, source);
  CREATE INDEX pipelines_by_merge_request ON pipelines (merge_request_id, id) WHERE merge_request_id IS NOT NULL;
  CREATE INDEX pipelines_by_trigger ON pipelines (trigger_id, id) WHERE trigger_id IS NOT NULL;
  CREATE INDEX pipelines_by_schedule ON pipelines (schedule_id, id) WHERE schedule_id IS NOT NULL;
  CREATE INDEX pipelines_by_bridge ON pipelines (bridge_id) WHERE bridge_id IS NOT NULL;
  CREATE INDEX pipelines_by_root ON pipelines (root_id) WHERE root_id IS NOT NULL;
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    pipeline_id INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    stage TEXT NOT NULL,
    stage_index INTEGER NOT NULL,
    kind TEXT NOT NULL,
    "when" TEXT NOT NULL,
    status TEXT NOT NULL,
    allow_failure INTEGER NOT NULL,
    environment TEXT,
    environment_url TEXT,
    environment_action TEXT,
    on_stop TEXT,
    auto_stop_in INTEGER,
    start_in INTEGER,
    scheduled_at TEXT,
    held INTEGER NOT NULL,
    target_url TEXT,
    description TEXT,
    user_id INTEGER,
    failure_reason TEXT,
    coverage REAL,
    coverage_pattern TEXT,
    rule_variables TEXT,
    retried INTEGER NOT NULL DEFAULT 0,
    tags TEXT NOT NULL,
    "trigger" TEXT,
    resource_group TEXT,
    resource_group_id INTEGER,
    runner_id INTEGER,
    variables TEXT,
    created_at TEXT NOT NULL,
    queued_at TEXT,
    started_at TEXT,
    finished_at TEXT
  ) STRICT;
  CREATE INDEX jobs_by_pipeline ON jobs (pipeline_id, id);
  CREATE INDEX jobs_by_project ON jobs (project_id, kind, id);
  CREATE INDEX jobs_by_status ON jobs (project_id, status, id);
  CREATE INDEX jobs_waiting ON jobs (id) WHERE status = 'pending' AND kind = 'build';
  CREATE INDEX jobs_by_runner ON jobs (runner_id, id) WHERE runner_id IS NOT NULL;
  CREATE INDEX jobs_by_resource_group ON jobs (resource_group_id, pipeline_id, id)
    WHERE resource_group_id IS NOT NULL AND status IN ('waiting_for_resource', 'created', 'scheduled');
  -- Jobs whose resource group, which is created beside their pipeline, does not exist yet.
  CREATE INDEX jobs_before_resource_group ON jobs (project_id, resource_group)
    WHERE resource_group IS NOT NULL AND resource_group_id IS NULL;
  CREATE INDEX jobs_by_schedule ON jobs (scheduled_at) WHERE status = 'scheduled';
  CREATE INDEX jobs_reported ON jobs (pipeline_id, name, id) WHERE kind = 'external' AND retried = 0;
  CREATE INDEX jobs_unbegun ON jobs (pipeline_id, id)
    WHERE retried = 0 AND environment <> '' AND status IN ('created', 'scheduled', 'skipped');
  CREATE INDEX jobs_with_coverage ON jobs (pipeline_id, coverage) WHERE retried = 0 AND coverage IS NOT NULL;
  CREATE INDEX jobs_with_warning ON jobs (pipeline_id)
    WHERE retried = 0 AND allow_failure = 1 AND status IN ('failed', 'canceled');
`
