import { ENFORCED, isOffered, SETTING_NAMES, STORED_ONLY } from '@forgefold/core/domains/instance/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openWorld, type World } from '../../oauth/world.js'

const PATH = '/admin/application_settings'
const API = '/api/v4/application/settings'

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** What a browser would send of the form as it stands: every control that is not disabled, boxes that are ticked. */
const filledIn = (html: string): URLSearchParams => {
  const form =
    /<form method="post" action="\/admin\/application_settings\/[^"]*">([\s\S]*?)<\/form>/.exec(html)?.[1] ?? ''
  const sent = new URLSearchParams()
  const controls = /<input ([^>]*)>|<textarea ([^>]*)>\n([\s\S]*?)<\/textarea>|<select ([^>]*)>([\s\S]*?)<\/select>/g
  for (const [, input, area, text = '', select, options = ''] of form.matchAll(controls)) {
    const attributes = input ?? area ?? select ?? ''
    const at = (name: string): string | undefined => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]
    const name = at('name')
    const isUnticked = at('type') === 'checkbox' && !/ checked/.test(attributes)
    if (name === undefined || / disabled/.test(attributes) || isUnticked) continue
    const chosen =
      /<option value="([^"]*)" selected>/.exec(options)?.[1] ?? /<option value="([^"]*)"/.exec(options)?.[1]
    sent.append(name, plain(area !== undefined ? text : select !== undefined ? (chosen ?? '') : (at('value') ?? '')))
  }
  return sent
}

describe('the page of the settings', () => {
  let world: World
  let browser: Browser
  let areas: ReadonlyArray<string>
  const record = async (): Promise<Readonly<Record<string, unknown>>> =>
    (await world.instance.ask('GET', API, { as: world.instance.root })).json as Readonly<Record<string, unknown>>
  const post = (area: string, form: URLSearchParams) =>
    browser.open(area, {
      method: 'POST',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const areaOf = async (name: string): Promise<string> => {
    for (const area of areas) if ((await browser.open(area)).html.includes(`id="${name}"`)) return area
    throw new Error(`no area has ${name}`)
  }
  /** Fills in the form of the area that has these settings, and sends it. */
  const save = async (changed: Readonly<Record<string, string | null>>) => {
    const area = await areaOf(Object.keys(changed)[0] ?? '')
    const form = filledIn(browser.html)
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) form.delete(name, 'true')
      else if (value === 'true') form.append(name, value)
      else form.set(name, value)
    }
    return post(area, form)
  }

  beforeAll(async () => {
    world = await openWorld()
    await world.instance.ask('PUT', `/api/v4/users/${world.userId}`, { as: world.instance.root, json: { admin: true } })
    browser = await world.browser().signIn('ann')
    await browser.open(PATH)
    areas = [...browser.html.matchAll(/href="(\/admin\/application_settings\/[^"]+)"/g)].map(([, to]) => to ?? '')
  })
  afterAll(() => world.instance.close())

  it('has every setting once, with what it is, what it is at first, and what obeys it', async () => {
    const seen: Array<string> = []
    for (const area of areas) {
      await browser.open(area)
      for (const [, name = '', about = ''] of browser.html.matchAll(
        /<p class="hint" id="([^"]+)-about">([\s\S]*?)<\/p>/g,
      )) {
        seen.push(name)
        expect(about, name).toMatch(/At first: /)
        const text = plain(about.replaceAll(/<[^>]*>/g, ''))
        expect(
          text.includes(ENFORCED[name] ?? STORED_ONLY[name] ?? '?') || text.includes('Cannot be switched on'),
          name,
        ).toBe(true)
      }
    }
    const offered = SETTING_NAMES.filter((name) => isOffered(name, { tier: 'ultimate', release: '15.3' }))
    expect(seen.sort()).toEqual([...offered].sort())
  })

  it('changes nothing where a form is sent as it is', async () => {
    const before = await record()
    for (const area of areas) {
      await browser.open(area)
      await post(area, filledIn(browser.html))
      expect(browser.html, area).toContain('Nothing was changed.')
    }
    expect(await record()).toEqual(before)
  })

  it('saves flags, numbers, words, texts and lists without scripts', async () => {
    await save({
      signup_enabled: null,
      session_expire_delay: '60',
      sign_in_text: 'Ahoy\n\n*there*',
      domain_denylist: 'a.example\nb.example',
    })
    expect(browser.html).toContain('The settings are saved.')
    await save({ default_project_visibility: 'internal', default_branch_name: 'trunk' })
    await save({ diagrams_enabled: 'true', diagrams_url: 'https://diagrams.example' })
    expect(await record()).toMatchObject({
      signup_enabled: false,
      session_expire_delay: 60,
      sign_in_text: 'Ahoy\n\n*there*',
      domain_denylist: ['a.example', 'b.example'],
      default_project_visibility: 'internal',
      default_branch_name: 'trunk',
      diagrams_enabled: true,
      diagrams_url: 'https://diagrams.example',
    })
    await save({ default_branch_name: '' })
    expect(await record()).toMatchObject({ default_branch_name: null })
  })

  it('says beside the field what is wrong, keeps what was written, and saves nothing', async () => {
    const before = await record()
    await save({ default_branch_name: 'bad..name', default_ci_config_path: 'ci/x.yml' })
    expect(browser.status).toBe(422)
    expect(browser.html).toContain('<p class="wrong" id="default_branch_name-wrong">is invalid</p>')
    expect(browser.html).toContain('value="bad..name"')
    expect(browser.html).toContain('value="ci/x.yml"')
    await save({ session_expire_delay: 'soon' })
    expect([browser.status, browser.html.includes('session_expire_delay is invalid')]).toEqual([422, true])
    expect(await record()).toEqual(before)
  })

  it('never shows a secret, and leaves it where its field stays blank', async () => {
    await save({ chat_app_secret: 'hush hush' })
    expect(await record()).toMatchObject({ chat_app_secret: 'hush hush' })
    await browser.open(await areaOf('chat_app_secret'))
    expect(browser.html).not.toContain('hush hush')
    await save({ chat_app_id: 'id' })
    expect(await record()).toMatchObject({ chat_app_secret: 'hush hush', chat_app_id: 'id' })
  })

  it('is for administrators', async () => {
    const other = await world.browser().open(PATH)
    expect(other.url).toContain('/users/sign_in')
    await world.instance.ask('PUT', `/api/v4/users/${world.userId}`, {
      as: world.instance.root,
      json: { admin: false },
    })
    for (const path of [PATH, ...areas]) expect((await browser.open(path)).status, path).toBe(404)
  })
})
