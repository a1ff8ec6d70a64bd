/** As much of JSON Schema as the seed needs. */
export interface Schema {
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly enum?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | false
  readonly items?: Schema
}

const text = (description?: string): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const word = (...words: ReadonlyArray<string>): Schema => ({ type: 'string', enum: words })
const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })

const thing = (properties: Readonly<Record<string, Schema>>, ...required: ReadonlyArray<string>): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...(required.length === 0 ? {} : { required }),
})

const orNothing = (schema: Schema): Schema => ({ ...schema, type: ['object', 'null'] })

const dated = {
  at: text('the moment at which it is done, in ISO 8601'),
  author: text('the user name of whoever does it'),
}
const visibility = word('private', 'internal', 'public')
const members = mapOf(word('guest', 'reporter', 'developer', 'maintainer', 'owner'))
const reply = thing({ body: text(), author: dated.author }, 'body')
const discussion = thing({ ...dated, body: text(), replies: list(reply) }, 'body')

const commit = thing(
  {
    ...dated,
    message: text(),
    branch: text('default: the default branch'),
    from: text('the branch that a new branch begins at'),
    files: { ...mapOf({ type: ['string', 'null'] }), description: 'content by path; null deletes a file' },
  },
  'message',
  'files',
)

const mergeRequest = thing(
  {
    ...dated,
    source: text(),
    target: text(),
    title: text(),
    description: text(),
    labels: list(text()),
    discussions: list(discussion),
    approvals: { ...list(text()), description: 'who approves it, by user name' },
    state: word('opened', 'closed', 'merged'),
  },
  'source',
)

const issue = thing(
  {
    ...dated,
    title: text(),
    description: text(),
    labels: list(text()),
    state: word('opened', 'closed'),
    notes: list(discussion),
  },
  'title',
)

const deployment = thing(
  { ...dated, environment: text(), ref: text(), status: word('created', 'running', 'success', 'failed', 'canceled') },
  'environment',
)

const release = thing({ ...dated, tag: text(), ref: text(), name: text(), description: text() }, 'tag')

const project = thing({
  name: text(),
  description: text(),
  visibility,
  members,
  commits: list(commit),
  branches: mapOf(text('what the branch begins at')),
  tags: mapOf(text('what the tag is at')),
  labels: list(text()),
  milestones: list(text()),
  variables: mapOf(text()),
  issues: list(issue),
  merge_requests: list(mergeRequest),
  deployments: list(deployment),
  releases: list(release),
})

const user = thing({ name: text(), email: text(), password: text(), admin: { type: 'boolean' } })
const group = thing({ name: text(), description: text(), visibility, members })

/** The JSON Schema of seeds, for editors and for the check when one is read. */
export const seedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The state in which a Forgefold forge begins',
  ...thing({
    settings: { type: 'object', description: 'as PUT /application/settings takes them' },
    users: { ...mapOf(orNothing(user)), description: 'by user name' },
    groups: { ...mapOf(orNothing(group)), description: 'by full path' },
    projects: { ...mapOf(orNothing(project)), description: 'by full path' },
  }),
}
