/** Deployments, and who approved them. */
export const schema = `
    CREATE TABLE deployments (
      id INTEGER PRIMARY KEY,
      iid INTEGER NOT NULL,
      project_id INTEGER NOT NULL,
      environment_id INTEGER NOT NULL,
      ref TEXT NOT NULL,
      tag INTEGER NOT NULL,
      sha TEXT NOT NULL,
      status TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      job_id INTEGER,
      linked INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      finished_at TEXT
    ) STRICT;
    CREATE UNIQUE INDEX deployments_by_iid ON deployments (project_id, iid);
    CREATE INDEX deployments_by_project ON deployments (project_id, id);
    CREATE INDEX deployments_by_status ON deployments (project_id, status, id);
    CREATE INDEX deployments_by_update ON deployments (project_id, updated_at, id DESC);
    CREATE INDEX deployments_by_ref ON deployments (project_id, ref, id);
    CREATE INDEX deployments_by_environment ON deployments (environment_id, id);
    CREATE INDEX deployments_by_end ON deployments (environment_id, status, finished_at, id);
    CREATE INDEX deployments_by_success ON deployments (finished_at, id) WHERE status = 'success';
    CREATE INDEX deployments_by_job ON deployments (job_id) WHERE job_id IS NOT NULL;
    CREATE TABLE deployment_approvals (
      deployment_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      status TEXT NOT NULL,
      comment TEXT,
      rule_id INTEGER,
      at TEXT NOT NULL,
      PRIMARY KEY (deployment_id, user_id)
    ) STRICT;
  `
