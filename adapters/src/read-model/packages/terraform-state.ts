import {
  type HeldTerraformLock,
  type TerraformStateQueries,
  type TerraformStateVersion,
  terraformState,
} from '@forgefold/core/domains/packages/terraform-state'
import { project } from '@forgefold/core/domains/projects/project'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

interface Stored {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly lock: string | null
}

const VERSION = `SELECT serial, sha256, size, pipeline_id AS pipelineId FROM terraform_state_versions WHERE state_id = ?`

const queries = (db: Database): TerraformStateQueries => {
  const find = db.prepare<[number, string], Stored>(
    'SELECT id, project_id AS projectId, name, lock FROM terraform_states WHERE project_id = ? AND name = ?',
  )
  const latest = db.prepare<[number], TerraformStateVersion>(`${VERSION} ORDER BY serial DESC LIMIT 1`)
  const version = db.prepare<[number, number], TerraformStateVersion>(`${VERSION} AND serial = ?`)
  const referenced = db
    .prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM terraform_state_versions WHERE sha256 = ?)')
    .pluck()
  return {
    find: (projectId, name) => {
      const stored = find.get(projectId, name)
      if (stored === undefined) return undefined
      const { lock, ...row } = stored
      return { ...row, lock: lock === null ? undefined : (JSON.parse(lock) as HeldTerraformLock) }
    },
    latest: (stateId) => latest.get(stateId),
    version: (stateId, serial) => version.get(stateId, serial),
    isReferenced: (sha256) => referenced.get(sha256) === 1,
  }
}

/** Terraform states in the read model. */
export const terraformStates: Projection = {
  name: 'terraform_states',
  version: 1,
  schema: `
    CREATE TABLE terraform_states (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      lock TEXT
    ) STRICT;
    CREATE INDEX terraform_states_by_name ON terraform_states (project_id, name);
    CREATE TABLE terraform_state_versions (
      state_id INTEGER NOT NULL,
      serial INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      size INTEGER NOT NULL,
      pipeline_id INTEGER,
      PRIMARY KEY (state_id, serial)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX terraform_state_versions_by_digest ON terraform_state_versions (sha256);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare('INSERT INTO terraform_states (id, project_id, name) VALUES (?, ?, ?)')
    const setLock = db.prepare('UPDATE terraform_states SET lock = ? WHERE id = ?')
    const add = db.prepare(
      'INSERT INTO terraform_state_versions (state_id, serial, sha256, size, pipeline_id) VALUES (?, ?, ?, ?, ?)',
    )
    const drop = db.prepare('DELETE FROM terraform_state_versions WHERE state_id = ? AND serial = ?')
    const removeVersions = db.prepare('DELETE FROM terraform_state_versions WHERE state_id = ?')
    const remove = db.prepare('DELETE FROM terraform_states WHERE id = ?')
    const removeVersionsIn = db.prepare(
      'DELETE FROM terraform_state_versions WHERE state_id IN (SELECT id FROM terraform_states WHERE project_id = ?)',
    )
    const removeIn = db.prepare('DELETE FROM terraform_states WHERE project_id = ?')
    return [
      handle(context, terraformState, {
        TerraformStateCreated: ({ projectId, name }, { stream }) => {
          insert.run(idOf(stream), projectId, name)
        },
        TerraformStateVersionAdded: ({ serial, sha256, size, pipelineId }, { stream }) => {
          add.run(idOf(stream), serial, sha256, size, pipelineId)
        },
        TerraformStateVersionDeleted: ({ serial }, { stream }) => {
          drop.run(idOf(stream), serial)
        },
        TerraformStateLocked: (lock, { stream, metadata: { at } }) => {
          setLock.run(JSON.stringify({ ...lock, at }), idOf(stream))
        },
        TerraformStateUnlocked: (_, { stream }) => {
          setLock.run(null, idOf(stream))
        },
        TerraformStateDeleted: (_, { stream }) => {
          removeVersions.run(idOf(stream))
          remove.run(idOf(stream))
        },
      }),
      handle(context, project, {
        ProjectDeleted: (_, { stream }) => {
          removeVersionsIn.run(idOf(stream))
          removeIn.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { terraformStates: queries },
}
