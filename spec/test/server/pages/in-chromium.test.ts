import { type Listening, listenNode } from '@forgefold/server'
import * as programs from '@forgefold/spec/programs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, PASSWORD, type World } from '../oauth/world.js'
import { FINDINGS } from './findings.js'

/** A page of each kind, as somebody sees it who administers. */
const PAGES = [
  '/',
  '/help',
  '/no/such/page',
  '/team',
  '/team/app',
  '/team/app?history=true',
  '/team/app/-/issues',
  '/team/app/-/issues/1',
  '/team/app/-/issues/1?history=true',
  '/team/app/-/merge_requests',
  '/team/app/-/pipelines',
  '/team/app/-/commits/main',
  '/team/app/-/deployments/1?history=true',
  '/team/app/-/blob/main/README.md',
  '/ann',
  '/profile',
  '/profile/applications',
  '/profile/personal_access_tokens',
  '/profile/keys',
  '/profile/gpg_keys',
  '/profile/emails',
  '/profile/notifications',
  '/profile/preferences',
  '/profile/active_sessions',
  '/profile/password',
  '/profile/two_factor_auth',
  '/admin/application_settings/general',
  '/admin/reactors',
  '/admin/users',
  '/dashboard/projects',
  '/dashboard/activity',
  '/explore/groups',
  '/search?search=app',
  '/users/sign_up',
  '/-/audit',
  '/-/audit?thing=project:1',
  '/-/audit/events/20',
  '/-/audit/things?name=project:1',
  '/-/audit/things?name=issue:1&blame=true',
]

/** Narrow as a telephone, and wide. */
const WIDTHS = [360, 1280]

const fill = async ({ instance, userId }: World): Promise<void> => {
  const as = instance.root
  const ask = async (method: string, path: string, json: unknown): Promise<{ readonly id: number | string }> => {
    const answered = await instance.ask(method, `/api/v4${path}`, { as, json })
    expect(answered.status, `${path}: ${answered.text}`).toBeLessThan(300)
    return answered.json as { readonly id: number }
  }
  await ask('PUT', `/users/${userId}`, { admin: true })
  const group = await ask('POST', '/groups', { name: 'Team', path: 'team' })
  await ask('POST', '/projects', { name: 'app', namespace_id: group.id, initialize_with_readme: true })
  const actions = [{ action: 'create', file_path: 'a', content: 'b' }]
  const commit = await ask('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'x', actions })
  const deployment = { environment: 'production', sha: commit.id, ref: 'main', tag: false, status: 'running' }
  await ask('POST', '/projects/1/deployments', deployment)
  await ask('POST', '/projects/1/issues', { title: 'First', description: `    ${'code '.repeat(60)}` })
  instance.clock.advance(86_400_000)
  await ask('PUT', '/projects/1/issues/1', { title: 'Second', labels: 'one' })
  await ask('PUT', '/projects/1', { description: 'changed' })
}

describe.runIf(programs.need('chromium'))('the pages in a browser without scripts', () => {
  let world: World
  let listening: Listening
  let browser: Browser
  const base = (): string => `http://127.0.0.1:${listening.port}`

  beforeAll(async () => {
    world = await openWorld({ more: { guessedExternalUrl: true } })
    await fill(world)
    listening = await listenNode(world.instance.forgefold.handler, '127.0.0.1', 0)
    browser = await chromium.launch({ executablePath: programs.find('chromium') ?? 'chromium', args: ['--no-sandbox'] })
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await listening.close(100)
    await world.instance.close()
  })

  const signedIn = async (width: number): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: false })
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    await page.goto(`${base()}/users/sign_in`)
    await page.fill('[name="user[login]"]', 'ann')
    await page.fill('[name="user[password]"]', PASSWORD)
    await page.press('[name="user[password]"]', 'Enter')
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    return page
  }

  it.each(WIDTHS)('fit %i pixels, and name, label and show what is on them', async (width) => {
    const page = await signedIn(width)
    for (const path of PAGES) {
      await page.goto(base() + path)
      expect([path, await page.evaluate(FINDINGS)]).toEqual([path, []])
    }
    await page.context().close()
  })

  it('are gone through with the keyboard in the order of the page, first past the top', async () => {
    const page = await signedIn(1280)
    for (const path of PAGES) {
      await page.goto(base() + path)
      // A form that has the focus from the start is where its turn begins.
      if ((await page.locator('[autofocus]').count()) > 0) continue
      const order = await page.evaluate<ReadonlyArray<string>>(
        `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, pre[tabindex]')]
          .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility()).slice(0, 12)
          .map((one, index) => one.dataset.turn = String(index))`,
      )
      const reached: Array<string | undefined> = []
      for (const _ of order) {
        await page.keyboard.press('Tab')
        reached.push(await page.evaluate<string | undefined>('document.activeElement.dataset.turn'))
      }
      const inTurn = reached.filter((turn, index) => turn !== reached[index - 1])
      expect([path, inTurn]).toEqual([path, order.slice(0, inTurn.length)])
      expect(inTurn.length, path).toBeGreaterThan(1)
    }
    await page.context().close()
  })

  it('are gone through with the keyboard: the slider of a history leads to an earlier step', async () => {
    const page = await signedIn(1280)
    await page.goto(`${base()}/-/audit/things?name=issue:1`)
    const last = await page.getByText(/^Step \d+ of \d+$/).textContent()
    await page.getByRole('slider').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(/^Step 1 of \d+$/).waitFor()
    expect(last).not.toMatch(/^Step 1 of/)
    expect(await page.getByRole('heading', { name: 'IssueCreated' }).count()).toBe(1)
    await page.context().close()
  })
})
