import { eventually, openTestInstance, type TestInstance, type TestInstanceOptions } from '@forgefold/spec/instance'
import { expect } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** A project with people of several roles, on a stage where jobs deploy. */
export interface Stage {
  readonly instance: TestInstance
  readonly projectId: number
  readonly tokens: Readonly<Record<'guest' | 'reporter' | 'dev' | 'other' | 'maint' | 'outsider', string>>
  readonly ids: Readonly<Record<'guest' | 'reporter' | 'dev' | 'other' | 'maint' | 'outsider', number>>
  readonly call: (method: string, path: string, as: string, json?: Json) => Promise<{ status: number; json: unknown }>
  readonly must: <A = Json>(method: string, path: string, as: string, json?: Json) => Promise<A>
  readonly commit: (
    as: string,
    branch: string,
    files: Readonly<Record<string, string>>,
    from?: string,
  ) => Promise<string>
  readonly deployment: (query: string) => Promise<Json & { readonly id: number }>
  /** Begins a pipeline with this CI file on a branch of its own; its jobs by name. */
  readonly pipeline: (branch: string, ci: string, as?: string) => Promise<PipelineOnStage>
  readonly blocked: (branch: string, environment: string) => Promise<Json & { readonly id: number }>
}

export interface JobOnStage {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly failure_reason?: string
  readonly token?: string
  readonly user: { readonly id: number }
}

export interface PipelineOnStage {
  readonly id: number
  readonly job: (name: string) => Promise<JobOnStage>
  /** Reports through the runner's endpoint, as the maintainer; what came back. */
  readonly report: (name: string, status: string) => Promise<{ status: number; json: unknown }>
  /** Waits until the job has the status. */
  readonly until: (name: string, status: string) => Promise<JobOnStage>
}

const LEVELS = { guest: 10, reporter: 20, dev: 30, other: 30, maint: 40 } as const

export const openStage = async (options: TestInstanceOptions = {}): Promise<Stage> => {
  const instance = await openTestInstance(options)
  const call: Stage['call'] = async (method, path, as, json) => {
    const [plain = '', query = ''] = path.split('?')
    const { status, json: body } = await instance.ask(method, `/api/v4${plain}`, {
      as,
      query,
      ...(json ? { json } : {}),
    })
    return { status, json: body }
  }
  const must = async <A = Json>(method: string, path: string, as: string, json?: Json): Promise<A> => {
    const answered = await call(method, path, as, json)
    expect([path, answered.status, answered.status < 300 ? '' : answered.json]).toEqual([path, answered.status, ''])
    return answered.json as A
  }
  const project = await must('POST', '/projects', instance.root, { name: 'app', initialize_with_readme: true })
  const projectId = project['id'] as number
  const tokens: Record<string, string> = {}
  const ids: Record<string, number> = {}
  for (const name of ['guest', 'reporter', 'dev', 'other', 'maint', 'outsider'] as const) {
    const person = await instance.person(name)
    tokens[name] = person.token
    ids[name] = person.id
    if (name === 'outsider') continue
    const member = { user_id: person.id, access_level: LEVELS[name] }
    await must('POST', `/projects/${projectId}/members`, instance.root, member)
  }
  const commit: Stage['commit'] = async (as, branch, files, from) => {
    const actions = Object.entries(files).map(([file_path, content]) => ({ action: 'create', file_path, content }))
    const input = { branch, commit_message: `on ${branch}`, actions, ...(from ? { start_branch: from } : {}) }
    return (await must('POST', `/projects/${projectId}/repository/commits`, as, input))['id'] as string
  }
  const deployment: Stage['deployment'] = (query) =>
    eventually(`deployment ${query}`, async () => {
      const path = `/projects/${projectId}/deployments?${query}&sort=desc`
      return (await must<ReadonlyArray<Json & { readonly id: number }>>('GET', path, instance.root))[0]
    })
  const pipelineOn = async (branch: string): Promise<PipelineOnStage> => {
    const at = `/projects/${projectId}`
    const { id } = await eventually(`pipeline of ${branch}`, async () => {
      const path = `${at}/pipelines?ref=${encodeURIComponent(branch)}`
      return (await must<ReadonlyArray<{ readonly id: number }>>('GET', path, instance.root))[0]
    })
    const job: PipelineOnStage['job'] = async (name) => {
      const jobs = await must<ReadonlyArray<JobOnStage>>(
        'GET',
        `${at}/pipelines/${id}/jobs?per_page=100`,
        instance.root,
      )
      const found = jobs.find((one) => one.name === name)
      if (found === undefined) throw new Error(`no job ${name}`)
      return found
    }
    return {
      id,
      job,
      report: async (name, status) =>
        call('PUT', `${at}/jobs/${(await job(name)).id}`, tokens['maint'] as string, { status }),
      until: (name, status) =>
        eventually(`${name} is ${status}`, async () => {
          const now = await job(name)
          return now.status === status ? now : undefined
        }),
    }
  }
  return {
    instance,
    projectId,
    tokens: tokens as Stage['tokens'],
    ids: ids as Stage['ids'],
    call,
    must,
    commit,
    deployment,
    pipeline: async (branch, ci, as = tokens['dev'] as string) => {
      await commit(as, branch, { '.gitlab-ci.yml': ci }, 'main')
      return pipelineOn(branch)
    },
    blocked: async (branch, environment) => {
      const text = `deploy:\n  script: ['true']\n  environment:\n    name: ${environment}\n`
      await commit(tokens['dev'] as string, branch, { '.gitlab-ci.yml': text }, 'main')
      return deployment(`environment=${environment}&status=blocked`)
    },
  }
}
