import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReadModel, projections } from '@forgefold/adapters/read-model'
import type { PipelineQueries } from '@forgefold/core/domains/delivery/pipeline'
import { instantOf, type StoredEvent } from '@forgefold/core/kernel'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const JOBS = 2000
const at = instantOf(0)

const moved = {
  type: 'JobMoved',
  stream: 'pipeline-1',
  data: { jobId: 7, status: 'failed', failureReason: null, userId: 1, coverage: 12.5, at },
  metadata: { at },
  version: 1,
} as unknown as StoredEvent

interface Case {
  readonly name: string
  readonly ask: (queries: PipelineQueries) => unknown
  readonly along: string
}

const cases: ReadonlyArray<Case> = [
  {
    name: 'the reported job of a name',
    ask: ({ externalJob }) => externalJob(1, 'status-7'),
    along: 'jobs_reported (pipeline_id=? AND name=?)',
  },
  {
    name: 'jobs with an environment that have not begun',
    ask: ({ unbegunWithEnvironment }) => unbegunWithEnvironment(1),
    along: 'jobs_unbegun (pipeline_id=?)',
  },
]

/** What SQLite says that it does for a statement. */
const planOf = (db: SqliteDatabase.Database, text: string): string =>
  db
    .prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
    .all()
    .map(({ detail }) => detail)
    .join('\n')

describe('what a reported status asks of its pipeline goes along an index, however many jobs there are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-pipelines-'))
  const file = join(folder, 'rows.sqlite')
  const said: Array<string> = []
  const { db: writer } = openReadModel(file, projections)
  const db = new SqliteDatabase(file, { verbose: (text) => said.push(String(text)) })
  const projection = projections.find(({ name }) => name === 'pipelines')
  const queries = projection?.queries.pipelines?.(db) as PipelineQueries

  beforeAll(() => {
    const insert = writer.prepare(
      `INSERT INTO jobs (id, pipeline_id, project_id, name, stage, stage_index, kind, "when", status, allow_failure, environment, held, tags, created_at)
       VALUES (?, 1, 1, ?, 'external', 0, 'external', 'on_success', 'success', 0, '', 0, '[]', ?)`,
    )
    writer.transaction(() => {
      for (let n = 1; n <= JOBS; n++) insert.run(n, `status-${n}`, at)
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
    expect(said.map((text) => planOf(writer, text)).join('\n')).toContain(along)
  })

  it('coverage and warnings of the pipeline', () => {
    const statements: Array<string> = []
    const recording = new SqliteDatabase(file, { verbose: (text) => statements.push(String(text)) })
    const undecodable = (_: unknown, problems: ReadonlyArray<string>) => expect(problems).toEqual([])
    const [handlers] = projection?.handlers({ db: recording, undecodable } as never) ?? []
    handlers?.byType.get('JobMoved')?.(moved)
    const plans = statements.filter((text) => text.startsWith('UPDATE pipelines')).map((text) => planOf(writer, text))
    recording.close()
    expect(plans.join('\n')).toContain('jobs_with_coverage (pipeline_id=?')
    expect(plans.join('\n')).toContain('jobs_with_warning (pipeline_id=?')
  })
})
