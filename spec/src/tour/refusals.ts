import assert from 'node:assert/strict'
import type { Journey } from './journey.js'

interface Refusal {
  readonly what: string
  readonly method?: string
  /** Below the project's deployments. */
  readonly path?: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Undefined asks as the anonymous. */
  readonly token?: string | undefined
  readonly project?: string
  readonly status: number
  readonly answer: unknown
}

const MISSING = 'environment is missing, sha is missing, ref is missing, tag is missing, status is missing'

const refusalsFor = (newest: string, ids: ReadonlyArray<number>, token: string): ReadonlyArray<Refusal> => {
  const whole = { environment: 'production', sha: newest, ref: 'main', tag: false, status: 'success' }
  const post = { method: 'POST', status: 400 } as const
  const at = (iid: number): string => `/${ids[iid - 1]}`
  const invalid = (field: string, text: string): unknown => ({ message: { [field]: [text] } })
  return [
    { what: 'a caller without a token', token: undefined, status: 401, answer: { message: '401 Unauthorized' } },
    { what: 'a caller with a bad token', token: `${token}x`, status: 401, answer: { message: '401 Unauthorized' } },
    { what: 'no such project', project: '999999', status: 404, answer: { message: '404 Project Not Found' } },
    { what: 'no such deployment', path: '/999999', status: 404, answer: { message: '404 Not found' } },
    { what: 'no number', path: '/x', status: 400, answer: { error: 'deployment_id is invalid' } },
    {
      what: 'no such order',
      path: '?order_by=size',
      status: 400,
      answer: { error: 'order_by does not have a valid value' },
    },
    { what: 'no such direction', path: '?sort=up', status: 400, answer: { error: 'sort does not have a valid value' } },
    {
      what: 'no such status',
      path: '?status=done',
      status: 400,
      answer: { error: 'status does not have a valid value' },
    },
    { what: 'no such moment', path: '?updated_after=noon', status: 400, answer: { error: 'updated_after is invalid' } },
    {
      what: 'pages of nothing',
      path: '?per_page=0',
      status: 400,
      answer: { error: 'per_page has a value not allowed' },
    },
    { what: 'nothing said', ...post, body: {}, answer: { error: MISSING } },
    {
      what: 'a blank environment',
      ...post,
      body: { ...whole, environment: ' ' },
      answer: { error: 'environment is empty' },
    },
    { what: 'a tag that is neither', ...post, body: { ...whole, tag: 'perhaps' }, answer: { error: 'tag is invalid' } },
    {
      what: 'a status of its own',
      ...post,
      body: { ...whole, status: 'blocked' },
      answer: { error: 'status does not have a valid value' },
    },
    {
      what: 'no such commit',
      ...post,
      body: { ...whole, sha: 'd'.repeat(40) },
      answer: invalid('sha', 'The commit does not exist'),
    },
    {
      what: 'no such branch',
      ...post,
      body: { ...whole, ref: 'nowhere' },
      answer: invalid('ref', 'The branch or tag does not exist'),
    },
    {
      what: 'a name that is none',
      ...post,
      body: { ...whole, environment: '/production' },
      answer: invalid(
        'name',
        "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
      ),
    },
    {
      what: 'a success twice',
      method: 'PUT',
      path: at(1),
      body: { status: 'success' },
      status: 400,
      answer: invalid('status', 'cannot transition via "succeed"'),
    },
    {
      what: 'a failure again on its way',
      method: 'PUT',
      path: at(5),
      body: { status: 'running' },
      status: 400,
      answer: invalid('status', 'cannot transition via "run"'),
    },
    {
      what: 'deleting what runs',
      method: 'DELETE',
      path: at(6),
      status: 400,
      answer: { message: '400 Cannot destroy running deployment' },
    },
    {
      what: 'deleting what is deployed',
      method: 'DELETE',
      path: at(4),
      status: 400,
      answer: { message: '400 Deployment currently deployed to environment' },
    },
    { what: 'a verb that is none', method: 'PATCH', status: 405, answer: { error: '405 Not Allowed' } },
  ]
}

/** Every documented refusal, with its status and its words; and nothing has changed by them. */
export const refusals = async ({ api, url, token, projectId, commits, say }: Journey): Promise<void> => {
  const before = await api.Deployments.all(projectId)
  const ids = before.map(({ id }) => id)
  for (const one of refusalsFor(commits[0] ?? '', ids, token)) {
    const { what, method = 'GET', path = '', body, project = String(projectId), status, answer } = one
    const given = 'token' in one ? one.token : token
    const response = await fetch(`${url}/api/v4/projects/${project}/deployments${path}`, {
      method,
      headers: {
        ...(given === undefined ? {} : { 'PRIVATE-TOKEN': given }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    assert.deepEqual([response.status, await response.json()], [status, answer], what)
    say(`refused with ${status}: ${what}`)
  }
  assert.deepEqual(await api.Deployments.all(projectId), before, 'refusals change nothing')
}
