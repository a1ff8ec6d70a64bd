import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const JIRA = { url: 'https://tracker.test' }

const openWith = async (release: string): Promise<TestInstance> => {
  const world = await openTestInstance({ release })
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'p' } })
  return world
}

describe('integrations of a project', () => {
  let world: TestInstance
  beforeAll(async () => {
    world = await openWith('15.3')
  })
  afterAll(() => world.close())

  const ask = (method: string, path: string, json?: unknown) =>
    world.ask(method, `/api/v4/projects/1/${path}`, { as: world.root, json })

  it.each(['integrations', 'services'])(
    'are told as not built where they are not, with their slugs: %s',
    async (list) => {
      for (const slug of ['slack', 'microsoft-teams', 'emails-on-push', 'jenkins', 'external-wiki'])
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const { status, headers, json } = await ask(method, `${list}/${slug}`, method === 'PUT' ? {} : undefined)
          const name = `${method} /projects/:id/${list}/${slug}`
          expect([status, headers.get('forgefold-unimplemented')]).toEqual([501, name])
          expect(json).toMatchObject({ unimplemented: name })
        }
      for (const slug of ['mattermost-slash-commands', 'slack-slash-commands'])
        expect((await ask('POST', `${list}/${slug}/trigger`, { token: 'x' })).status).toBe(501)
      expect((await ask('GET', list)).status).toBe(501)
    },
  )
  it.each(['integrations', 'services'])('are refused where no release knows the slug: %s', async (list) => {
    const { status, json } = await ask('PUT', `${list}/no-such-thing`, {})
    expect([status, json]).toEqual([400, { error: 'slug does not have a valid value' }])
  })
  it('are set, read and removed by the path of before release 14.4 too', async () => {
    const told = { title: 'Jira', slug: 'jira', active: true, properties: JIRA }
    expect((await ask('PUT', 'services/jira', JIRA)).json).toEqual(told)
    expect((await ask('GET', 'integrations/jira')).json).toEqual(told)
    expect((await ask('GET', 'services/jira')).json).toEqual(told)
    expect((await ask('DELETE', 'services/jira')).status).toBe(204)
    expect((await ask('GET', 'integrations/jira')).status).toBe(404)
    const redmine = { project_url: JIRA.url, issues_url: `${JIRA.url}/:id`, new_issue_url: `${JIRA.url}/new` }
    expect((await ask('PUT', 'services/redmine', redmine)).json).toMatchObject({ slug: 'redmine', properties: redmine })
  })
  it('have the older path alone before release 14.4', async () => {
    const old = await openWith('14.3')
    const set = (path: string) => old.ask('PUT', `/api/v4/projects/1/${path}/jira`, { as: old.root, json: JIRA })
    const statuses = [(await set('integrations')).status, (await set('services')).status]
    await old.close()
    expect(statuses).toEqual([404, 200])
  })
})
