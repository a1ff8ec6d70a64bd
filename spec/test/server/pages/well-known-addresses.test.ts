import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openWorld, type World } from '../oauth/world.js'

/** Well-known addresses by the page that each leads to. */
const PLACES: Readonly<Record<string, ReadonlyArray<string>>> = {
  '/profile': ['/-/profile', '/-/profile/', '/-/user_settings/profile', '/-/profile/billings'],
  '/profile/two_factor_auth': ['/-/profile/account', '/-/profile/two_factor_auth', '/profile/account'],
  '/profile/applications': [
    ...['/-/profile/applications', '/-/user_settings/applications', '/-/profile/chat_names'],
    ...['/oauth/applications', '/oauth/authorized_applications'],
  ],
  '/profile/applications/1': ['/oauth/applications/1', '/oauth/applications/1/edit'],
  '/profile/password': ['/-/profile/password/edit', '/-/user_settings/password/edit', '/.well-known/change-password'],
  '/profile/personal_access_tokens': ['/-/profile/personal_access_tokens', '/-/user_settings/personal_access_tokens'],
  '/profile/personal_access_tokens?name=ci&scopes=api': ['/-/profile/personal_access_tokens?name=ci&scopes=api'],
  '/profile/keys': ['/profile/keys', '/-/profile/keys', '/-/profile/keys/3', '/-/user_settings/ssh_keys'],
  '/profile/gpg_keys': ['/profile/gpg_keys', '/-/profile/gpg_keys', '/-/user_settings/gpg_keys'],
  '/profile/emails': ['/profile/emails', '/-/profile/emails'],
  '/profile/notifications': ['/-/profile/notifications', '/-/sent_notifications/abc/unsubscribe'],
  '/profile/preferences': ['/-/profile/preferences', '/-/profile/comment_templates'],
  '/profile/active_sessions': [
    ...['/-/profile/active_sessions', '/-/user_settings/active_sessions'],
    ...['/-/profile/audit_log', '/-/user_settings/authentication_log'],
  ],
  '/ann': ['/users/ann', '/users/ann/followers', '/admin/users/ann', '/admin/users/ann/edit'],
  '/help': ['/help/user/index.md', '/abuse_reports/new'],
  '/-/docs/api': ['/help/api/index.md', '/-/graphql-explorer'],
  '/dashboard': ['/dashboard', '/dashboard/snippets', '/-/snippets/1', '/-/operations'],
  '/dashboard/projects': ['/dashboard/projects', '/projects/new', '/import'],
  '/dashboard/projects/starred': ['/dashboard/projects/starred'],
  '/dashboard/projects/personal': ['/dashboard/projects/personal'],
  '/dashboard/groups': ['/dashboard/groups', '/groups/new'],
  '/dashboard/issues': ['/dashboard/issues', '/dashboard/milestones'],
  '/dashboard/issues?assignee_username=ann': ['/dashboard/issues?assignee_username=ann'],
  '/dashboard/merge_requests': ['/dashboard/merge_requests'],
  '/dashboard/merge_requests?reviewer_username=ann': ['/dashboard/merge_requests?reviewer_username=ann'],
  '/dashboard/todos': ['/dashboard/todos'],
  '/dashboard/activity': ['/dashboard/activity'],
  '/explore': ['/explore', '/projects', '/public'],
  '/explore/projects': ['/explore/projects'],
  '/explore/projects/starred': ['/explore/projects/starred'],
  '/explore/projects/topics': ['/explore/projects/topics'],
  '/explore/projects/topics/web': ['/explore/projects/topics/web'],
  '/explore/groups': ['/explore/groups', '/groups'],
  '/search': ['/search'],
  '/search?search=app': ['/search?search=app'],
  '/users/ann/activity': ['/users/ann/activity'],
  '/users/ann/projects': ['/users/ann/projects'],
  '/users/ann/starred': ['/users/ann/starred'],
  '/groups/team': ['/groups/team/-/epics', '/groups/team/-/edit', '/admin/groups/team'],
  '/groups/team/-/issues': ['/groups/team/-/issues'],
  '/groups/team/-/merge_requests': ['/groups/team/-/merge_requests'],
  '/groups/team/-/milestones': ['/groups/team/-/milestones', '/groups/team/-/milestones/new'],
  '/groups/team/-/labels': ['/groups/team/-/labels'],
  '/groups/team/-/packages': ['/groups/team/-/packages'],
  '/groups/team/-/group_members': ['/groups/team/-/group_members'],
  '/groups/team/-/settings/ci_cd': ['/groups/team/-/settings/ci_cd'],
  '/team/app': [
    ...['/projects/1', '/team/app/-/wikis/home', '/team/app/-/boards/1', '/team/app/-/settings/integrations'],
    ...['/team/app/-/graphs/main', '/admin/projects/team/app'],
  ],
  '/team/app/-/issues': ['/team/app/issues', '/team/app/-/issues/new'],
  '/team/app/-/issues/1': ['/team/app/issues/1'],
  '/team/app/-/merge_requests': ['/team/app/-/merge_requests/new', '/team/app/-/merge_requests/creations/new'],
  '/team/app/-/labels': ['/team/app/-/labels'],
  '/team/app/-/project_members': ['/team/app/-/project_members'],
  '/team/app/-/releases': ['/team/app/-/releases', '/team/app/-/releases/new'],
  '/team/app/-/forks': ['/team/app/-/forks', '/team/app/-/forks/new'],
  '/team/app/-/starrers': ['/team/app/-/starrers'],
  '/team/app/-/pipeline_schedules': ['/team/app/-/pipeline_schedules'],
  '/team/app/-/feature_flags': ['/team/app/-/feature_flags'],
  '/team/app/-/hooks': ['/team/app/-/hooks'],
  '/team/app/-/settings/ci_cd': ['/team/app/-/settings/ci_cd'],
  '/team/app/-/settings/repository': ['/team/app/-/settings/repository'],
  '/team/app/-/settings/access_tokens': ['/team/app/-/settings/access_tokens'],
  '/team/app/-/tree/main': ['/team/app/tree/main', '/team/app/-/find_file/main'],
  '/team/app/-/blob/main/README.md': ['/team/app/-/blame/main/README.md', '/team/app/-/edit/main/README.md'],
  '/team/app/-/commits/main': ['/team/app/commits/main', '/team/app/-/network/main'],
  '/admin/application_settings/signing-in': ['/admin', '/admin/application_settings/general'],
  '/admin/application_settings/pipelines-and-runners': ['/admin/application_settings/ci_cd'],
  '/admin/application_settings/throttles': ['/admin/application_settings/network'],
  '/admin/application_settings/mail-and-appearance': [
    '/admin/appearance',
    '/admin/application_settings/appearance',
    '/admin/application_settings/preferences',
  ],
  '/admin/application_settings/spam-and-robots': ['/admin/application_settings/reporting', '/admin/abuse_reports'],
  '/admin/application_settings/the-rest': ['/admin/application_settings/metrics_and_profiling'],
  '/admin/application_settings/repositories': ['/admin/application_settings/repository'],
  '/admin/application_settings/groups-and-projects': ['/admin/application_settings/templates', '/admin/labels'],
  '/admin/application_settings/search': ['/admin/application_settings/advanced_search'],
  '/admin/application_settings/clusters-and-replicas': ['/admin/application_settings/geo'],
  '/admin/application_settings/integrations': ['/admin/integrations', '/admin/application_settings/integrations'],
  '/admin/users': ['/admin/users', '/admin/users/new', '/admin/cohorts'],
  '/admin/projects': ['/admin/projects'],
  '/admin/groups': ['/admin/groups'],
  '/admin/topics': ['/admin/topics', '/admin/topics/1/edit'],
  '/admin/runners': ['/admin/runners', '/admin/runners/new'],
  '/admin/applications': ['/admin/applications', '/admin/applications/1'],
  '/admin/hooks': ['/admin/hooks', '/admin/hooks/1/edit'],
  '/admin/deploy_keys': ['/admin/deploy_keys'],
  '/admin/broadcast_messages': ['/admin/broadcast_messages'],
  '/admin/license': ['/admin/license'],
  '/admin/reactors': ['/admin/background_jobs', '/admin/background_migrations'],
  '/-/audit': ['/admin/audit_logs'],
}

const rows = Object.entries(PLACES).flatMap(([page, addresses]) => addresses.map((address) => [address, page] as const))

const where = ({ url, status }: Browser): readonly [string, number] => [url.replace('http://forge.test', ''), status]

describe('well-known addresses', () => {
  let world: World
  let ann: Browser
  beforeAll(async () => {
    world = await openWorld()
    const { instance, userId } = world
    const ask = async (method: string, path: string, json: unknown, as = instance.root): Promise<void> => {
      const answered = await instance.ask(method, `/api/v4${path}`, { as, json })
      expect(answered.status, `${path}: ${answered.text}`).toBeLessThan(300)
    }
    await ask('PUT', `/users/${userId}`, { admin: true })
    await ask('POST', '/groups', { name: 'Team', path: 'team', visibility: 'public' })
    const group = (await instance.ask('GET', '/api/v4/groups/team', { as: instance.root })).json as { id: number }
    const project = { name: 'app', namespace_id: group.id, visibility: 'public', initialize_with_readme: true }
    await ask('POST', '/projects', { ...project, topics: ['web'] })
    await ask('POST', '/projects/1/issues', { title: 'First', assignee_ids: [userId] })
    await ask('POST', '/topics', { name: 'web', title: 'Web' })
    await ask('POST', '/projects/1/variables', { key: 'PLACE', value: 'kept-to-itself' })
    await ask('POST', '/groups/team/variables', { key: 'PLACE', value: 'kept-to-itself' })
    ann = await world.browser().signIn('ann')
    const registration = { name: 'own', redirect_uri: 'http://app.test/cb', 'scopes[]': 'api' }
    await (await ann.open('/profile/applications')).send('/profile/applications', registration)
  })
  afterAll(() => world.instance.close())

  it.each(rows)('%s leads to %s', async (known, page) => {
    const at = page === '/profile/applications/1' ? await ownApplication() : page
    await ann.open(known.replace('applications/1', at.slice(at.indexOf('applications'))))
    expect(where(ann)).toEqual([at, 200])
    expect(ann.html).toContain('<h1>')
    expect(ann.html).not.toContain('kept-to-itself')
  })

  const ownApplication = async (): Promise<string> => {
    await ann.open('/profile/applications')
    return /href="(\/profile\/applications\/\d+)"/.exec(ann.html)?.[1] ?? ''
  }

  it('ask those to sign in who have to be somebody, and bring them back', async () => {
    for (const address of ['/-/profile/keys', '/dashboard/issues?state=closed', '/admin/users']) {
      const browser = await world.browser().open(address)
      expect(new URL(browser.url).pathname, address).toBe('/users/sign_in')
      const back = new URL(browser.url).searchParams.get('return_to')
      expect(back).toBe(address.replace('/-/profile', '/profile'))
    }
  })

  it('are linked from the front page, of which no link leads nowhere', async () => {
    for (const browser of [world.browser(), ann]) {
      await browser.open('/')
      const links = [...browser.html.matchAll(/<li><a href="([^"]+)"/g)].map(([, to = '']) => to)
      expect(links).toContain(browser === ann ? '/dashboard' : '/explore')
      for (const link of links) expect((await browser.open(link)).status, link).toBe(200)
    }
  })

  it('show what is public to everybody', async () => {
    for (const address of ['/explore', '/explore/groups', '/team/app/tree/main', '/users/ann/projects', '/help/x']) {
      const browser = await world.browser().open(address)
      expect(browser.status, address).toBe(200)
      expect(browser.url, address).not.toContain('sign_in')
    }
  })

  it('of administration are not there for others', async () => {
    await world.instance.person('bob')
    const { userId } = world
    const json = { admin: false }
    await world.instance.ask('PUT', `/api/v4/users/${userId}`, { as: world.instance.root, json })
    for (const address of ['/admin/users', '/admin/runners', '/admin/license'])
      expect((await ann.open(address)).status, address).toBe(404)
    await world.instance.ask('PUT', `/api/v4/users/${userId}`, { as: world.instance.root, json: { admin: true } })
  })

  it('never lead to another host, whatever stands in them', async () => {
    for (const address of [
      ...['//evil.test/-/wikis', '//evil.test/x/-/issues/new', '//evil.test/x/issues/1', '/users//evil.test'],
      ...['/\\evil.test/-/wikis', '/\\evil.test/x/issues/1', '/admin/projects//evil.test', '/admin/users/\\evil.test'],
    ]) {
      const { headers } = await world.instance.ask('GET', address, {})
      const to = headers.get('location')
      if (to !== undefined) expect(new URL(to, 'http://forge.test').origin, address).toBe('http://forge.test')
    }
  })

  it('the documentation of the API wears the clothes of the site', async () => {
    const browser = await world.browser().open('/-/docs/api')
    expect(browser.html).toContain('<link rel="stylesheet" href="/-/style.css">')
    expect(browser.html).toContain('<a class="brand" href="/">')
    expect(browser.html).not.toContain('<style')
    expect(browser.headers.get('content-security-policy')).not.toContain('unsafe-inline')
  })
})
