/** One request of the script. */
export interface Command {
  readonly method: string
  readonly path: string
  readonly json?: unknown
}

/** Numbers from 0 up to `below`, the same for the same seed (mulberry32). */
const dice = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const PROJECTS = 3

const BEGINNING: ReadonlyArray<Command> = [
  { method: 'POST', path: '/groups', json: { name: 'Acme', path: 'acme', visibility: 'internal' } },
  ...['jane', 'omar', 'lin'].map(
    (username): Command => ({
      method: 'POST',
      path: '/users',
      json: {
        username,
        name: username,
        email: `${username}@example.com`,
        password: 'correct horse 42',
        skip_confirmation: true,
      },
    }),
  ),
  ...Array.from(
    { length: PROJECTS },
    (_, nth): Command => ({
      method: 'POST',
      path: '/projects',
      json: { name: `app ${nth + 1}`, path: `app${nth + 1}`, initialize_with_readme: true },
    }),
  ),
]

type Make = (at: string, nth: number, roll: (below: number) => number) => Command

const STATUSES = ['running', 'success', 'failed', 'canceled'] as const

/** Stands for the newest commit of the project, which the answers tell. */
export const HEAD = 'the newest commit'

/** What may be asked of a project; some of it is refused, and a refusal is an answer too. */
const KINDS: ReadonlyArray<Make> = [
  (at, _, roll) => ({
    method: 'POST',
    path: `${at}/deployments`,
    json: { environment: `env${roll(5)}`, ref: 'main', tag: false, sha: HEAD, status: 'running' },
  }),
  (at, nth) => ({ method: 'POST', path: `${at}/issues`, json: { title: `issue ${nth}`, description: `Of *${nth}*` } }),
  (at, nth, roll) => ({
    method: 'PUT',
    path: `${at}/issues/${1 + roll(12)}`,
    json: { title: `changed ${nth}`, labels: `l${roll(5)}` },
  }),
  (at, _, roll) => ({
    method: 'PUT',
    path: `${at}/issues/${1 + roll(12)}`,
    json: { state_event: roll(2) === 0 ? 'close' : 'reopen' },
  }),
  (at, nth, roll) => ({ method: 'POST', path: `${at}/issues/${1 + roll(8)}/notes`, json: { body: `note ${nth}` } }),
  (at, nth, roll) => ({
    method: 'POST',
    path: `${at}/issues/${1 + roll(8)}/discussions`,
    json: { body: `thread ${nth}` },
  }),
  (at, _, roll) => ({ method: 'POST', path: `${at}/labels`, json: { name: `l${roll(8)}`, color: '#112233' } }),
  (at, _, roll) => ({ method: 'POST', path: `${at}/milestones`, json: { title: `m${roll(8)}` } }),
  (at, nth) => ({
    method: 'POST',
    path: `${at}/repository/commits`,
    json: {
      branch: 'main',
      commit_message: `commit ${nth}`,
      actions: [{ action: 'create', file_path: `f${nth}.txt`, content: `${nth}\n` }],
    },
  }),
  (at, _, roll) => ({
    method: 'POST',
    path: `${at}/repository/branches`,
    json: { branch: `b${roll(20)}`, ref: 'main' },
  }),
  (at, nth) => ({ method: 'POST', path: `${at}/repository/tags`, json: { tag_name: `v${nth}`, ref: 'main' } }),
  (at, _, roll) => ({ method: 'POST', path: `${at}/environments`, json: { name: `env${roll(5)}` } }),
  (at, _, roll) => ({ method: 'POST', path: `${at}/variables`, json: { key: `K${roll(9)}`, value: 'some value' } }),
  (at, _, roll) => ({
    method: 'POST',
    path: `${at}/members`,
    json: { user_id: 2 + roll(4), access_level: 10 * (1 + roll(4)) },
  }),
  (at, _, roll) => ({ method: 'PUT', path: `${at}/deployments/${1 + roll(9)}`, json: { status: STATUSES[roll(4)] } }),
  (at) => ({ method: 'GET', path: `${at}/issues` }),
  (at) => ({ method: 'GET', path: `${at}/repository/commits` }),
  (at) => ({ method: 'GET', path: `${at}/deployments` }),
  (at) => ({ method: 'GET', path: `${at}/labels` }),
]

/** So many commands, the same each time. */
export const script = (length: number): ReadonlyArray<Command> => {
  const roll = dice(20_240_301)
  const rest = Array.from({ length: length - BEGINNING.length }, (_, nth): Command => {
    const at = `/projects/${1 + roll(PROJECTS)}`
    const make = KINDS[roll(KINDS.length)] as Make
    return make(at, nth, roll)
  })
  return [...BEGINNING, ...rest]
}
