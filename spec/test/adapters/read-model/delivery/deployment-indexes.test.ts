import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReadModel, projections } from '@forgefold/adapters/read-model'
import type { DeploymentFilter, DeploymentQueries } from '@forgefold/core/domains/delivery/deployment'
import { instantOf } from '@forgefold/core/kernel'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const DEPLOYMENTS = 3000
const SHA = 'a'.repeat(40)
const EVERYTHING: DeploymentFilter = { projectId: 1, orderBy: 'id', sort: 'desc' }
const later = instantOf(0)

interface Case {
  readonly name: string
  readonly ask: (queries: DeploymentQueries) => unknown
  readonly along: string
}

const listed =
  (filter: Partial<DeploymentFilter>): Case['ask'] =>
  (queries) =>
    queries.list({ ...EVERYTHING, ...filter }, { page: 1, perPage: 20 })

const cases: ReadonlyArray<Case> = [
  { name: 'a list of a project', ask: listed({}), along: 'deployments_by_project (project_id=?)' },
  { name: 'one of a status', ask: listed({ status: 'failed' }), along: 'deployments_by_status (project_id=?' },
  {
    name: 'one of an environment',
    ask: listed({ environment: 'one' }),
    along: 'deployments_by_environment (environment_id=?)',
  },
  {
    name: 'one of an environment and a status',
    ask: listed({ environment: 'one', status: 'failed' }),
    along: 'deployments_by_standing (environment_id=? AND status=?)',
  },
  { name: 'one by ref', ask: listed({ orderBy: 'ref' }), along: 'deployments_by_ref (project_id=?)' },
  {
    name: 'one between two moments',
    ask: listed({ orderBy: 'updated_at', updatedAfter: later }),
    along: 'deployments_by_update (project_id=?',
  },
  { name: 'the last success', ask: ({ latest }) => latest(1), along: 'deployments_by_end (environment_id=?)' },
  {
    name: 'the success before another',
    ask: ({ previousSuccess }) => previousSuccess(1, DEPLOYMENTS),
    along: 'deployments_by_standing (environment_id=? AND status=?',
  },
  {
    name: 'unfinished jobs before another',
    ask: ({ olderJobs }) => olderJobs(1, DEPLOYMENTS),
    along: 'deployments_unfinished (environment_id=?',
  },
  { name: 'the deployment of a job', ask: ({ byJob }) => byJob(7), along: 'deployments_by_job (job_id=?)' },
]

describe('what is asked of deployments goes along an index', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-deployments-'))
  const file = join(folder, 'rows.sqlite')
  const said: Array<string> = []
  const { db: writer } = openReadModel(file, projections)
  const db = new SqliteDatabase(file, { verbose: (text) => said.push(String(text)) })
  const queries = projections.find(({ name }) => name === 'deployments')?.queries.deployments?.(db) as DeploymentQueries

  beforeAll(() => {
    const insert = writer.prepare(
      `INSERT INTO deployments (id, iid, project_id, environment_id, ref, tag, sha, status, user_id, job_id, created_at, updated_at)
       VALUES (?, ?, 1, 1, 'main', 0, '${SHA}', ?, 1, ?, ?, ?)`,
    )
    writer.transaction(() => {
      for (let n = 1; n <= DEPLOYMENTS; n++) {
        const at = instantOf(n * 60_000)
        insert.run(n, n, n % 2 === 0 ? 'running' : 'failed', n % 1000 === 0 ? n : null, at, at)
      }
    })()
  })
  afterAll(() => {
    db.close()
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(cases)('$name', ({ ask, along }) => {
    said.length = 0
    ask(queries)
    const plans = said
      .filter((text) => text.startsWith('SELECT') && text.includes('deployments'))
      .flatMap((text) =>
        writer
          .prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
          .all()
          .map(({ detail }) => detail),
      )
    expect(plans.join('\n')).toContain(along)
    expect(plans.join('\n')).not.toMatch(/^SCAN d/m)
  })

  it('of jobs that have not ended only, however many deployments without a job run', () => {
    expect(queries.olderJobs(1, DEPLOYMENTS)).toEqual([1000, 2000])
    const entries = writer
      .prepare<[], number>(
        "SELECT count(*) FROM deployments INDEXED BY deployments_unfinished WHERE job_id IS NOT NULL AND status IN ('created', 'running')",
      )
      .pluck()
    expect(entries.get()).toBe(3)
  })
})
