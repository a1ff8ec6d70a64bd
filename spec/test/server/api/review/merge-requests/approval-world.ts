import { openTestInstance, type TestInstance, type TestInstanceOptions } from '@forgefold/spec/instance'
import { expect } from 'vitest'

export type Json = Record<string, unknown>

/** The password of everybody in an approval world. */
export const PASSWORD = 'a long enough password'

/** An instance with people who propose, approve and merge: `dev`, `ann` and `bob` are developers, `boss` a maintainer, `visitor` nobody. */
export interface ApprovalWorld {
  readonly instance: TestInstance
  readonly id: (who: string) => number
  readonly token: (who: string) => string
  /** A path may carry a query. */
  readonly ask: (
    method: string,
    path: string,
    who: string,
    json?: unknown,
  ) => Promise<{
    readonly status: number
    readonly json: Json
    readonly list: ReadonlyArray<Json>
    readonly header: (name: string) => string | undefined
  }>
  /** A public project with all of them; its number. */
  readonly project: (name: string) => Promise<number>
  /** A request of the developer's into a branch; its path. */
  readonly open: (project: number, name: string, target?: string) => Promise<string>
  /** Adds a rule to a project; its number. */
  readonly rule: (project: number, rule: Json) => Promise<number>
  readonly close: () => Promise<void>
}

const MEMBERS = [
  ['dev', 30],
  ['ann', 30],
  ['bob', 30],
  ['boss', 40],
] as const

export const openApprovalWorld = async (options: TestInstanceOptions = {}): Promise<ApprovalWorld> => {
  const instance = await openTestInstance(options)
  const tokens = new Map([['root', instance.root]])
  const ids = new Map([['root', 1]])
  const id = (who: string): number => ids.get(who) ?? 0

  const ask: ApprovalWorld['ask'] = async (method, asked, who, json) => {
    const [path = '', query = ''] = asked.split('?')
    const as = tokens.get(who)
    const answer = await instance.ask(method, `/api/v4${path}`, { as, query, json })
    return {
      status: answer.status,
      json: answer.json as Json,
      list: answer.json as ReadonlyArray<Json>,
      header: (name) => answer.headers.get(name),
    }
  }

  for (const who of [...MEMBERS.map(([name]) => name), 'visitor']) {
    const email = `${who}@example.com`
    const user = { username: who, name: who, email, password: PASSWORD, skip_confirmation: true }
    const made = await ask('POST', '/users', 'root', user)
    expect(made.status).toBe(201)
    ids.set(who, made.json['id'] as number)
    const token = { name: 'test', scopes: ['api'] }
    const given = await ask('POST', `/users/${id(who)}/personal_access_tokens`, 'root', token)
    tokens.set(who, given.json['token'] as string)
  }

  return {
    instance,
    id,
    token: (who) => tokens.get(who) ?? '',
    ask,
    project: async (name) => {
      const wanted = { name, visibility: 'public', initialize_with_readme: true, default_branch: 'main' }
      const made = await ask('POST', '/projects', 'root', wanted)
      const number = made.json['id'] as number
      for (const [who, level] of MEMBERS)
        await ask('POST', `/projects/${number}/members`, 'root', { user_id: id(who), access_level: level })
      return number
    },
    open: async (project, name, target = 'main') => {
      const actions = [{ action: 'create', file_path: `${name}.txt`, content: name }]
      const commit = { branch: name, start_branch: 'main', commit_message: name, actions }
      expect((await ask('POST', `/projects/${project}/repository/commits`, 'dev', commit)).status).toBe(201)
      const opened = { source_branch: name, target_branch: target, title: name }
      const made = await ask('POST', `/projects/${project}/merge_requests`, 'dev', opened)
      expect(made.status).toBe(201)
      return `/projects/${project}/merge_requests/${String(made.json['iid'])}`
    },
    rule: async (project, rule) => {
      const made = await ask('POST', `/projects/${project}/approval_rules`, 'boss', rule)
      expect(made.status).toBe(201)
      return made.json['id'] as number
    },
    close: () => instance.close(),
  }
}
