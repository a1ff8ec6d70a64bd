import { eventually, openTestInstance, type TestInstance, type TestInstanceOptions } from '@forgefold/spec/instance'
import { expect } from 'vitest'

export type Json = Readonly<Record<string, unknown>>

/** A job, a bridge or a pipeline, as far as the tests look at it. */
export interface Row {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly source: string
  readonly failure_reason?: string
  readonly downstream_pipeline: Row | null
  readonly [key: string]: unknown
}

/** An instance with projects whose pipelines start one another. */
export const openWorld = async (options: TestInstanceOptions = {}) => {
  const world: TestInstance = await openTestInstance(options)
  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) => {
    const [place = '', query = ''] = path.split('?')
    return world.ask(method, `/api/v4${place}`, { ...(as === '' ? {} : { as }), query, json })
  }
  const must = async <A = Row>(method: string, path: string, json?: unknown, as?: string): Promise<A> => {
    const { status, json: answer, text } = await ask(method, path, json, as)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as A
  }
  const rows = (path: string, as?: string) => must<ReadonlyArray<Row>>('GET', path, undefined, as)
  /** A project with these files on its default branch; its path for requests. */
  const project = async (name: string, files: Readonly<Record<string, string>>, more: Json = {}): Promise<string> => {
    const made = await must('POST', '/projects', {
      ...{ name, initialize_with_readme: true, default_branch: 'main', visibility: 'private' },
      ...more,
    })
    const at = `/projects/${made.id}`
    await branch(at, 'main', files)
    return at
  }
  const branch = (at: string, name: string, files: Readonly<Record<string, string>>) =>
    must('POST', `${at}/repository/commits`, {
      ...{ branch: name, commit_message: 'CI [skip ci]' },
      ...(name === 'main' ? {} : { start_branch: 'main' }),
      actions: Object.entries(files).map(([path, content]) => ({ action: 'create', file_path: path, content })),
    })
  const run = async (at: string, ref = 'main', variables: ReadonlyArray<Json> = [], as?: string): Promise<number> =>
    (await must('POST', `${at}/pipeline`, { ref, variables }, as)).id
  const bridges = (at: string, id: number, query = '') => rows(`${at}/pipelines/${id}/bridges${query}`)
  const jobs = (at: string, id: number) => rows(`${at}/pipelines/${id}/jobs`)
  const named = async (list: Promise<ReadonlyArray<Row>>, name: string): Promise<Row> => {
    const found = (await list).find((one) => one.name === name)
    if (found === undefined) throw new Error(`there is no ${name}`)
    return found
  }
  /** The bridge, once it has this status. */
  const comes = (at: string, id: number, status: string, name = 'start'): Promise<Row> =>
    eventually(`${name} is ${status}`, async () => {
      const bridge = await named(bridges(at, id), name)
      return bridge.status === status ? bridge : undefined
    })
  /** The pipeline that the bridge has started. */
  const started = (at: string, id: number, name = 'start'): Promise<Row> =>
    eventually(`${name} has a pipeline`, async () => {
      const { downstream_pipeline: row } = await named(bridges(at, id), name)
      return row === null ? undefined : row
    })
  /** The job of this name runs and ends. */
  const end = async (at: string, id: number, name: string, status: 'success' | 'failed'): Promise<void> => {
    const job = await named(jobs(at, id), name)
    await must('PUT', `${at}/jobs/${job.id}`, { status: 'running' })
    await must('PUT', `${at}/jobs/${job.id}`, { status })
  }
  const statusOf = async (at: string, id: number): Promise<string> =>
    (await must('GET', `${at}/pipelines/${id}`)).status
  const pathOf = async (at: string): Promise<string> => String((await must('GET', at))['path_with_namespace'])
  return { world, ask, must, rows, project, branch, run, bridges, jobs, named, comes, started, end, statusOf, pathOf }
}

export type DownstreamWorld = Awaited<ReturnType<typeof openWorld>>
