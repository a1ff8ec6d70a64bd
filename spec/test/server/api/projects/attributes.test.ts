import type { JsonSchema } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** Values where the type alone does not say what is sensible. */
const VALUES: Readonly<Record<string, unknown>> = {
  build_timeout: 1200,
  ci_default_git_depth: 30,
  ci_config_path: 'ci/main.yml',
  two_factor_grace_period: 12,
  default_branch_protection: 1,
  projects_limit: 7,
  website_url: 'https://example.com',
  merge_commit_template: '%{title} and more',
  squash_commit_template: '%{title} squashed',
  suggestion_commit_message: 'Apply %{file_path}',
}

/** What goes together with something else, is asked for elsewhere, or is answered under another name. */
const APART = new Set(
  'show_default_award_emojis public_builds id name path title visibility namespace_id parent_id initialize_with_readme default_branch topics tag_list avatar use_custom_template template_name template_project_id import_url mirror repository_storage container_expiration_policy_attributes username email password admin external skip_confirmation skip_reconfirmation force_random_password reset_password extern_uid provider commit_email public_email note state_event user_id group_with_project_templates_id shared_runners_setting file_template_project_id view_diffs_file_by_file mr_default_target_self ip_restriction_ranges'.split(
    ' ',
  ),
)

const other = (name: string, schema: JsonSchema, now: unknown): unknown => {
  if (name in VALUES) return VALUES[name]
  const words = schema['enum'] as ReadonlyArray<unknown> | undefined
  if (words !== undefined) return words.find((word) => word !== now)
  if (schema['type'] === 'boolean') return now !== true
  return schema['type'] === 'integer' ? 3 : `other ${name}`
}

const paramsOf = (method: string, path: string): ReadonlyArray<readonly [string, JsonSchema]> =>
  Object.entries(apiRoutes.find((route) => route.method === method && route.path === path)?.params ?? {}).flatMap(
    ([name, { type }]) => (APART.has(name) ? [] : [[name, type.schema] as const]),
  )

const KINDS = [
  ['projects', { name: 'one' }],
  ['groups', { name: 'One', path: 'one' }],
  [
    'users',
    { username: 'one', name: 'One', email: 'one@example.com', password: 'Correct-horse-9', skip_confirmation: true },
  ],
] as const

/** Where an attribute is shown under another name than it is given. */
const shownAs = (name: string): string => (name === 'auditor' ? 'is_auditor' : name)

describe.each(KINDS)('attributes of %s', (kind, wish) => {
  let world: TestInstance
  let made: Json
  const api = `/api/v4/${kind}`
  const ask = async (method: string, path: string, json?: unknown) => {
    const answer = await world.ask(method, path, { as: world.root, json })
    expect(answer.status, `${method} ${path} ${JSON.stringify(json)}: ${answer.text}`).toBeLessThan(300)
    return answer.json as Json
  }

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.8' })
    made = await ask('POST', api, wish)
  })
  afterAll(() => world.close())

  it.each(paramsOf('PUT', `/${kind}/:id`).map(([name, schema]) => [name, schema] as const))(
    '%s is changed, and shown',
    async (name, schema) => {
      const path = `${api}/${String(made['id'])}`
      const shown = shownAs(name)
      const before = await ask('GET', path)
      expect(before).toHaveProperty(shown)
      const value = other(name, schema, before[shown])
      expect((await ask('PUT', path, { [name]: value }))[shown]).toEqual(value)
      expect((await ask('GET', path))[shown]).toEqual(value)
    },
  )
  it.each(paramsOf('POST', `/${kind}`).map(([name, schema]) => [name, schema] as const))(
    '%s is set from the beginning',
    async (name, schema) => {
      const shown = shownAs(name)
      expect(made).toHaveProperty(shown)
      const value = other(name, schema, made[shown])
      const one = {
        ...wish,
        ...('username' in wish
          ? { username: `u-${name}`, email: `${name}@example.com` }
          : { name, path: `p-${name.replaceAll('_', '-')}` }),
      }
      const fresh = await ask('POST', api, { ...one, [name]: value })
      expect(fresh[shown]).toEqual(value)
    },
  )
})

describe('attributes of projects made for users', () => {
  let world: TestInstance
  const path = '/projects/user/:user_id'
  const make = async (json: Json): Promise<Json> => {
    const made = await world.ask('POST', '/api/v4/projects/user/1', { as: world.root, json })
    expect(made.status, `${JSON.stringify(json)}: ${made.text}`).toBe(201)
    return made.json as Json
  }

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.8' })
  })
  afterAll(() => world.close())

  it.each(paramsOf('POST', path).map(([name, schema]) => [name, schema] as const))(
    '%s is set from the beginning',
    async (name, schema) => {
      const plain = await make({ name: `plain ${name}` })
      expect(plain).toHaveProperty(name)
      const value = other(name, schema, plain[name])
      expect((await make({ name, path: `p-${name.replaceAll('_', '-')}`, [name]: value }))[name]).toEqual(value)
    },
  )

  it('takes the rest as the projects that one makes for oneself', async () => {
    const group = await world.ask('POST', '/api/v4/groups', { as: world.root, json: { name: 'g', path: 'g' } })
    const { id } = group.json as { readonly id: number }
    const wanted = { name: 'Rest', namespace_id: id, import_url: '', avatar: '', show_default_award_emojis: false }
    const made = await make({ ...wanted, public_builds: false, topics: ['a'] })
    expect(made).toMatchObject({ path_with_namespace: 'g/rest', public_jobs: false, topics: ['a'], avatar_url: null })
    expect(await make({ name: 'Tagged', tag_list: ['b'] })).toMatchObject({ topics: ['b'] })
  })
})
