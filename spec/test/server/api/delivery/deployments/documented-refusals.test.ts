import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.js'

type Who = 'anonymous' | 'outsider' | 'guest' | 'reporter' | 'dev' | 'maint' | 'root'
type Json = Readonly<Record<string, unknown>>
type Row = readonly [what: string, as: Who, asking: string, body: Json | undefined, status: number, answer: unknown]

const message = (text: unknown): Json => ({ message: text })
const error = (text: string): Json => ({ error: text })

const WHOLE = { environment: 'live', sha: 'main', ref: 'main', tag: false, status: 'failed' }
const ACCESS = { deploy_access_levels: [{ access_level: 30 }] }
const NAME_RULE =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'"
const MISSING = 'environment is missing, sha is missing, ref is missing, tag is missing, status is missing'
const valid = (name: string): Json => error(`${name} does not have a valid value`)

const UNAUTHORIZED = [401, message('401 Unauthorized')] as const
const FORBIDDEN = [403, message('403 Forbidden')] as const
const NO_PROJECT = [404, message('404 Project Not Found')] as const
const NO_RECORD = [404, message('404 Not found')] as const
const NO_ROUTE = [404, error('404 Not Found')] as const
const NO_VERB = [405, error('405 Not Allowed')] as const

/** Who is refused what, at every release alike. `:running` and the like stand for numbers of the stage. */
const EVERYWHERE: ReadonlyArray<Row> = [
  ...['GET /deployments', 'GET /deployments/:running', 'GET /environments', 'GET /environments/:place'].flatMap(
    (asking): ReadonlyArray<Row> => [
      ['nobody', 'anonymous', asking, undefined, ...UNAUTHORIZED],
      ['an outsider', 'outsider', asking, undefined, ...NO_PROJECT],
      ['a guest', 'guest', asking, undefined, ...FORBIDDEN],
    ],
  ),
  ...(
    [
      ['POST /deployments', WHOLE],
      ['PUT /deployments/:running', { status: 'failed' }],
      ['POST /environments', { name: 'new' }],
      ['PUT /environments/:place', { tier: 'other' }],
      ['POST /environments/:place/stop', {}],
      ['DELETE /environments/:place', undefined],
    ] as const
  ).flatMap(
    ([asking, body]): ReadonlyArray<Row> => [
      ['nobody', 'anonymous', asking, body, ...UNAUTHORIZED],
      ['an outsider', 'outsider', asking, body, ...NO_PROJECT],
      ['a guest', 'guest', asking, body, ...FORBIDDEN],
      ['a reporter', 'reporter', asking, body, ...FORBIDDEN],
    ],
  ),
  // Deployments
  ['no such order', 'dev', 'GET /deployments?order_by=size', undefined, 400, valid('order_by')],
  ['no such order, to an outsider', 'outsider', 'GET /deployments?order_by=size', undefined, 400, valid('order_by')],
  ['no such direction', 'dev', 'GET /deployments?sort=up', undefined, 400, valid('sort')],
  ['no such status', 'dev', 'GET /deployments?status=done', undefined, 400, valid('status')],
  ['no moment', 'dev', 'GET /deployments?updated_after=x', undefined, 400, error('updated_after is invalid')],
  ['no page', 'dev', 'GET /deployments?page=x', undefined, 400, error('page is invalid')],
  ['pages of none', 'dev', 'GET /deployments?per_page=0', undefined, 400, error('per_page has a value not allowed')],
  ['no such deployment', 'dev', 'GET /deployments/99999', undefined, ...NO_RECORD],
  ['no number', 'dev', 'GET /deployments/x', undefined, 400, error('deployment_id is invalid')],
  ['nothing said', 'dev', 'POST /deployments', {}, 400, error(MISSING)],
  [
    'a blank environment',
    'dev',
    'POST /deployments',
    { ...WHOLE, environment: '' },
    400,
    error('environment is empty'),
  ],
  ['a blank sha', 'dev', 'POST /deployments', { ...WHOLE, sha: ' ' }, 400, error('sha is empty')],
  ['a blank ref', 'dev', 'POST /deployments', { ...WHOLE, ref: '' }, 400, error('ref is empty')],
  ['no yes or no', 'dev', 'POST /deployments', { ...WHOLE, tag: 'maybe' }, 400, error('tag is invalid')],
  ...['blocked', 'created', 'skipped', 'x'].map(
    (status): Row => [`${status} at once`, 'dev', 'POST /deployments', { ...WHOLE, status }, 400, valid('status')],
  ),
  [
    'neither commit nor ref',
    ...(['dev', 'POST /deployments', { ...WHOLE, sha: 'no', ref: 'no' }, 400] as const),
    message({ sha: ['The commit does not exist'], ref: ['The branch or tag does not exist'] }),
  ],
  ['no name', 'dev', 'POST /deployments', { ...WHOLE, environment: '/x' }, 400, message({ name: [NAME_RULE] })],
  ['deploying where others may', 'dev', 'POST /deployments', { ...WHOLE, environment: 'vault' }, ...FORBIDDEN],
  ['moving where others may', 'dev', 'PUT /deployments/:vault', { status: 'failed' }, ...FORBIDDEN],
  ['no such deployment to move', 'dev', 'PUT /deployments/99999', { status: 'failed' }, ...NO_RECORD],
  ['no status to move to', 'dev', 'PUT /deployments/:running', {}, 400, error('status is missing')],
  ['no status there is', 'dev', 'PUT /deployments/:running', { status: 'blocked' }, 400, valid('status')],
  ...(
    [
      ['running', 'running', 'run'],
      ['failed', 'running', 'run'],
      ['failed', 'failed', 'drop'],
      ['latest', 'running', 'run'],
      ['latest', 'success', 'succeed'],
      ['canceled', 'running', 'run'],
      ['canceled', 'canceled', 'cancel'],
    ] as const
  ).map(
    ([from, status, word]): Row => [
      `${from} to ${status}`,
      ...(['dev', `PUT /deployments/:${from}`, { status }, 400] as const),
      message({ status: [`cannot transition via "${word}"`] }),
    ],
  ),
  [
    'moving what a job made',
    ...(['maint', 'PUT /deployments/:job', { status: 'success' }, 403] as const),
    message('403 Forbidden - Deployments created using GitLab CI can not be updated using the API'),
  ],
  ['a verb that is none', 'dev', 'PATCH /deployments', {}, ...NO_VERB],
  ['no project', 'dev', 'GET /../999999/deployments', undefined, ...NO_PROJECT],
  // Environments
  ['no such environment', 'dev', 'GET /environments/99999', undefined, ...NO_RECORD],
  [
    'two ways to look',
    'dev',
    'GET /environments?name=a&search=abc',
    undefined,
    400,
    error('name, search cannot be used together'),
  ],
  ['no such state', 'dev', 'GET /environments?states=gone', undefined, 400, valid('states')],
  ['no name given', 'dev', 'POST /environments', {}, 400, error('name is missing')],
  [
    'a slug',
    'dev',
    'POST /environments',
    { name: 'n', slug: 's' },
    400,
    error('slug is automatically generated and cannot be changed'),
  ],
  [
    'a name that is taken',
    ...(['dev', 'POST /environments', { name: 'live' }, 400] as const),
    message({ name: ['has already been taken'], slug: ['has already been taken'] }),
  ],
  [
    'an address that is code',
    ...(['dev', 'PUT /environments/:place', { external_url: 'javascript:1' }, 400] as const),
    message({ external_url: ['javascript scheme is not allowed'] }),
  ],
  ['deleting what is available', 'maint', 'DELETE /environments/:place', undefined, ...FORBIDDEN],
  // Protected environments
  ...['GET', 'POST'].flatMap((verb): ReadonlyArray<Row> => {
    const body = verb === 'GET' ? undefined : { name: 'new', ...ACCESS }
    const asking = `${verb} /protected_environments`
    return [
      ['nobody', 'anonymous', asking, body, ...NO_PROJECT],
      ['an outsider', 'outsider', asking, body, ...NO_PROJECT],
      ['a guest', 'guest', asking, body, ...FORBIDDEN],
      ['a reporter', 'reporter', asking, body, ...FORBIDDEN],
      ['a developer', 'dev', asking, body, ...FORBIDDEN],
    ]
  }),
  ['no protection of that name', 'maint', 'GET /protected_environments/none', undefined, ...NO_RECORD],
  ['lifting what there is not', 'maint', 'DELETE /protected_environments/none', undefined, ...NO_RECORD],
  ['lifting what others hold', 'dev', 'DELETE /protected_environments/vault', undefined, ...FORBIDDEN],
  [
    'nothing said of it',
    'maint',
    'POST /protected_environments',
    {},
    400,
    error('name is missing, deploy_access_levels is missing'),
  ],
  ['no name to protect', 'maint', 'POST /protected_environments', { name: '', ...ACCESS }, 400, error('name is empty')],
  [
    'a role that is none',
    ...([
      'maint',
      'POST /protected_environments',
      { name: 'n', deploy_access_levels: [{ access_level: 20 }] },
      400,
    ] as const),
    valid('deploy_access_levels[0][access_level]'),
  ],
  [
    'what is protected already',
    ...(['maint', 'POST /protected_environments', { name: 'vault', ...ACCESS }, 409] as const),
    message("Protected environment 'vault' already exists"),
  ],
  [
    'nobody who may deploy',
    ...(['maint', 'POST /protected_environments', { name: 'n', deploy_access_levels: [] }, 422] as const),
    message(['Deploy access levels is too short (minimum is 1 character)']),
  ],
  [
    'a group that protects no tier',
    ...(['root', 'POST /../../groups/:group/protected_environments', { name: 'live', ...ACCESS }, 422] as const),
    message(['Name must be one of environment tiers: production, staging, testing, development, other.']),
  ],
  [
    'a group that is none',
    'root',
    'GET /../../groups/99999/protected_environments',
    undefined,
    404,
    message('404 Group Not Found'),
  ],
]

const deletion = (known: boolean): ReadonlyArray<Row> =>
  known
    ? [
        ['nobody', 'anonymous', 'DELETE /deployments/:failed', undefined, ...UNAUTHORIZED],
        ['an outsider', 'outsider', 'DELETE /deployments/:failed', undefined, ...NO_PROJECT],
        ['a guest', 'guest', 'DELETE /deployments/:failed', undefined, ...FORBIDDEN],
        ['a reporter', 'reporter', 'DELETE /deployments/:failed', undefined, ...FORBIDDEN],
        ['a developer', 'dev', 'DELETE /deployments/:failed', undefined, ...FORBIDDEN],
        ['whoever may not deploy there', 'maint', 'DELETE /deployments/:vault', undefined, ...FORBIDDEN],
        [
          'what is running',
          'maint',
          'DELETE /deployments/:running',
          undefined,
          400,
          message('400 Cannot destroy running deployment'),
        ],
        [
          'what is deployed',
          ...(['maint', 'DELETE /deployments/:latest', undefined, 400] as const),
          message('400 Deployment currently deployed to environment'),
        ],
        ['what there is not', 'maint', 'DELETE /deployments/99999', undefined, ...NO_RECORD],
      ]
    : [['deleting at all', 'maint', 'DELETE /deployments/:failed', undefined, ...NO_VERB]]

const APPROVE = { status: 'approved' }
const approval = (known: boolean): ReadonlyArray<Row> =>
  known
    ? [
        ['nobody', 'anonymous', 'POST /deployments/:job/approval', APPROVE, ...UNAUTHORIZED],
        ['an outsider', 'outsider', 'POST /deployments/:job/approval', APPROVE, ...NO_PROJECT],
        ['no decision', 'maint', 'POST /deployments/:job/approval', {}, 400, error('status is missing')],
        ['no such decision', 'maint', 'POST /deployments/:job/approval', { status: 'x' }, 400, valid('status')],
        ['what there is not', 'maint', 'POST /deployments/99999/approval', APPROVE, ...NO_RECORD],
        [
          'too many approvals',
          ...(['maint', 'POST /protected_environments', { name: 'n', ...ACCESS, required_approval_count: 6 }] as const),
          400,
          valid('required_approval_count'),
        ],
      ]
    : [['approving at all', 'maint', 'POST /deployments/:job/approval', APPROVE, ...NO_ROUTE]]

const changing = (known: boolean): ReadonlyArray<Row> =>
  known
    ? [
        ['a developer', 'dev', 'PUT /protected_environments/vault', ACCESS, ...FORBIDDEN],
        ['what there is not', 'maint', 'PUT /protected_environments/none', ACCESS, ...NO_RECORD],
        [
          'nothing to change',
          ...(['maint', 'PUT /protected_environments/vault', {}, 400] as const),
          error(
            'deploy_access_levels, required_approval_count, approval_rules are missing, at least one parameter must be provided',
          ),
        ],
      ]
    : [['changing protection at all', 'maint', 'PUT /protected_environments/vault', ACCESS, ...NO_VERB]]

const rules = (known: boolean): ReadonlyArray<Row> => {
  const asking = ['maint', 'POST /protected_environments'] as const
  const withRules = (one: Json): Json => ({ name: 'r', ...ACCESS, approval_rules: [one] })
  const nobody = ['access_level', 'user_id', 'group_id'].map((key) => `approval_rules[0][${key}]`).join(', ')
  return known
    ? [
        [
          'a rule for nobody',
          ...asking,
          ...([withRules({}), 400, error(`${nobody} are missing, exactly one parameter must be provided`)] as const),
        ],
        [
          'a rule of no approvals',
          ...asking,
          ...([withRules({ access_level: 40, required_approvals: 0 }), 400] as const),
          valid('approval_rules[0][required_approvals]'),
        ],
      ]
    : []
}

const AT: ReadonlyArray<readonly [release: string, rows: ReadonlyArray<Row>]> = [
  ['14.7', [...deletion(false), ...approval(false), ...changing(false), ...rules(false)]],
  ['14.10', [...deletion(false), ...approval(true), ...changing(false), ...rules(true)]],
  ['15.3', [...deletion(true), ...approval(true), ...changing(false), ...rules(true)]],
  ['15.8', [...deletion(true), ...approval(true), ...changing(true), ...rules(true)]],
]

describe.each(AT)('every documented refusal at %s', (release, rows) => {
  let stage: Stage
  const ids = new Map<string, number>()
  const at = () => `/projects/${stage.projectId}`

  beforeAll(async () => {
    stage = await openStage({ release })
    const { must, tokens, instance } = stage
    const sha = await instance.forge.git.of(stage.projectId).resolve('main')
    const deploy = async (name: string, environment: string, status: string, as = tokens.dev) => {
      const made = await must('POST', `${at()}/deployments`, as, { environment, sha, ref: 'main', tag: false, status })
      ids.set(name, made['id'] as number)
      return made['environment'] as { readonly id: number }
    }
    ids.set('place', (await deploy('running', 'live', 'running')).id)
    await deploy('failed', 'live', 'failed')
    await deploy('canceled', 'live', 'canceled')
    await deploy('latest', 'live', 'success')
    await deploy('vault', 'vault', 'failed', instance.root)
    await must('POST', `${at()}/protected_environments`, tokens.maint, {
      ...{ name: 'vault', deploy_access_levels: [{ access_level: 60 }] },
    })
    await stage.pipeline('job', "ship: { script: ['true'], environment: ci }\n")
    ids.set('job', (await stage.deployment('environment=ci')).id)
    const group = await must('POST', '/groups', instance.root, { name: 'Top', path: 'top' })
    ids.set('group', group['id'] as number)
  })
  afterAll(() => stage.instance.close())

  it.each([...EVERYWHERE, ...rows])('%s: %s, %s', async (_, who, asking, body, status, answer) => {
    const [method = '', below = ''] = asking.split(' ')
    const named = below.replace(/:([a-z]+)/g, (_mark, name: string) => String(ids.get(name)))
    const [path = '', query = ''] = named.split('?')
    const before = await stage.must('GET', `${at()}/deployments?per_page=100`, stage.instance.root)
    const answered = await stage.instance.ask(method, new URL(`http://x/api/v4${at()}${path}`).pathname, {
      as: who === 'anonymous' ? undefined : who === 'root' ? stage.instance.root : stage.tokens[who],
      query,
      ...(body === undefined ? {} : { json: body }),
    })
    expect([answered.status, answered.json]).toEqual([status, answer])
    expect(await stage.must('GET', `${at()}/deployments?per_page=100`, stage.instance.root)).toEqual(before)
  })
})

describe('approvals whose protection goes away meanwhile', () => {
  it.each([
    ['14.8', 'This environment is not protected', 'This deployment job is not waiting for approvals'],
    ['15.3', 'This environment is not protected.', 'Deployment approvals is not configured for this environment.'],
  ])('are refused at %s', async (release, unprotected, unasked) => {
    const stage = await openStage({ release })
    const { must, call, tokens } = stage
    const at = `/projects/${stage.projectId}`
    const protect = (count: number) =>
      must('POST', `${at}/protected_environments`, tokens.maint, {
        ...{ name: 'gate', ...ACCESS, required_approval_count: count },
      })
    await protect(1)
    const gate = await stage.blocked('one', 'gate')
    const path = `${at}/deployments/${gate.id}/approval`
    await must('DELETE', `${at}/protected_environments/gate`, tokens.maint)
    expect(await call('POST', path, tokens.maint, APPROVE)).toEqual({ status: 400, json: message(unprotected) })
    await protect(0)
    expect(await call('POST', path, tokens.maint, APPROVE)).toEqual({ status: 400, json: message(unasked) })
    await stage.instance.close()
  })
})

describe('the free tier', () => {
  it('has neither protection nor approvals, at any release', async () => {
    for (const release of ['14.7', '14.10', '15.3', '15.8']) {
      const stage = await openStage({ tier: 'free', release })
      const { call, must, tokens } = stage
      const at = `/projects/${stage.projectId}`
      for (const [method, path] of [
        ['GET', '/protected_environments'],
        ['POST', '/protected_environments'],
        ['GET', '/protected_environments/x'],
        ['PUT', '/protected_environments/x'],
        ['DELETE', '/protected_environments/x'],
        ['POST', '/deployments/1/approval'],
      ] as const)
        expect([method, path, await call(method, at + path, tokens.maint, {})]).toEqual([
          ...[method, path, { status: 404, json: error('404 Not Found') }],
        ])
      const run = await stage.pipeline('free', "ship: { script: ['true'], environment: production }\n")
      expect((await run.report('ship', 'running')).status).toBe(200)
      const made = await stage.deployment('environment=production&status=running')
      const one = await must('GET', `${at}/deployments/${made.id}`, tokens.dev)
      for (const shown of [made, one])
        for (const field of ['pending_approval_count', 'approvals', 'approval_summary'])
          expect(shown).not.toHaveProperty(field)
      await stage.instance.close()
    }
  })
})
