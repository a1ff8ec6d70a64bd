import { SCOPES } from '@forgefold/core/access'
import { list, mapOf, orNothing, type Schema, text, thing, word } from './json-schema.js'

const dated = {
  at: text('the time at which it is done, in ISO 8601'),
  author: text('the user name of the user who does it; default: the owner of the namespace, or root in a group'),
}
const visibility = word('private', 'internal', 'public')
const members = mapOf(word('guest', 'reporter', 'developer', 'maintainer', 'owner'))
const reply = thing({ body: text(), author: dated.author }, 'body')
const discussion = thing({ ...dated, body: text(), replies: list(reply) }, 'body')

const content: Schema = { ...thing({ base64: text('bytes in Base64') }, 'base64'), type: ['string', 'object'] }

const commit = thing(
  {
    ...dated,
    message: text(),
    branch: text('default: the default branch'),
    from: text('the branch from which a new branch is created'),
    files: {
      ...mapOf({ ...content, type: ['string', 'object', 'null'] }),
      description: 'content by path; null deletes a file',
    },
    folder: text('a folder whose files are committed too; relative to the file of the seed'),
  },
  'message',
)

const approvalRule = thing(
  {
    name: text(),
    approvals_required: { type: 'number', description: 'default 1' },
    users: { ...list(text()), description: 'who may approve, by user name' },
    groups: { ...list(text()), description: 'groups whose members may approve, by full path' },
    rule_type: word('regular', 'any_approver'),
  },
  'name',
)

const mergeRequest = thing(
  {
    ...dated,
    source: text('a branch; one that does not exist is begun from the target with a commit by the author'),
    target: text('default: the default branch'),
    title: text('default: the name of the source'),
    description: text(),
    labels: list(text()),
    discussions: list(discussion),
    approvals: { ...list(text()), description: 'who approves it, by user name' },
    approval_rules: list(approvalRule),
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

const label = thing({ name: text(), color: text('default: #6699cc'), description: text() }, 'name')
const milestone = thing(
  { title: text(), description: text(), start_date: text(), due_date: text(), state: word('active', 'closed') },
  'title',
)

/** A name alone, or the full object. */
const orName = (schema: Schema): Schema => ({ ...schema, type: ['string', 'object'] })

const status = thing(
  {
    name: text(),
    state: word('pending', 'running', 'success', 'failed', 'canceled'),
    description: text(),
    target_url: text(),
    coverage: { type: 'number', description: 'in percent' },
  },
  'name',
)

const pipeline = thing({
  ...dated,
  ref: text('a branch or tag; default: the default branch'),
  variables: mapOf(text()),
  jobs: {
    ...mapOf(word('running', 'success', 'failed', 'canceled')),
    description: 'the results of the jobs of its CI file, by name, in this order',
  },
  statuses: { ...list(status), description: 'statuses that other systems report for the commit' },
})

const packaged = thing(
  {
    ...dated,
    name: text(),
    version: text(),
    type: word('generic', 'helm', 'nuget', 'terraform_module'),
    files: { ...mapOf(content), description: 'content by file name' },
  },
  'name',
  'version',
  'files',
)

const deployment = thing(
  {
    ...dated,
    environment: text(),
    ref: text(),
    tag: { type: 'boolean' },
    sha: text(),
    status: word('created', 'running', 'success', 'failed', 'canceled'),
  },
  'environment',
)

const release = thing({ ...dated, tag: text(), ref: text(), name: text(), description: text() }, 'tag')

const project = thing({
  name: text(),
  description: text(),
  visibility,
  members: {
    ...members,
    description: 'by user name; users who do something in the project without a role become developers, or maintainers',
  },
  bundle: text('a git bundle whose branches and tags are pushed first; relative to the file of the seed'),
  commits: list(commit),
  branches: mapOf(text('the start of the branch')),
  tags: mapOf(text('the commit or branch of the tag')),
  default_branch: text(),
  labels: list(orName(label)),
  milestones: list(orName(milestone)),
  variables: mapOf(text()),
  approval_rules: list(approvalRule),
  issues: list(issue),
  merge_requests: list(mergeRequest),
  pipelines: list(pipeline),
  deployments: list(deployment),
  releases: list(release),
  packages: list(packaged),
})

const token = thing({ scopes: list(word(...SCOPES)), expires_at: text('the day at the start of which it expires') })
const user = thing({
  name: text(),
  email: text(),
  password: text(),
  admin: { type: 'boolean' },
  tokens: {
    ...mapOf(orNothing(token)),
    description: 'further personal access tokens, by name; every user has one already',
  },
})
const group = thing({ name: text(), description: text(), visibility, members })

/** The JSON Schema of seeds, for editors and for validation. */
export const seedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The state in which a Forgefold forge begins',
  ...thing({
    settings: { type: 'object', description: 'settings as in PUT /application/settings' },
    users: { ...mapOf(orNothing(user)), description: 'by user name' },
    groups: {
      ...mapOf(orNothing(group)),
      description: 'by full path; those above it are created where they are missing',
    },
    projects: {
      ...mapOf(orNothing(project)),
      description: 'by full path, in a group or of a user; groups are created where they are missing',
    },
  }),
}
