import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../oauth/world.js'

describe('well-known addresses', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.instance.close())

  it.each([
    ['/-/profile', '/profile'],
    ['/-/profile/account', '/profile/two_factor_auth'],
    ['/-/profile/applications', '/profile/applications'],
    ['/-/profile/password/edit', '/profile/password'],
    ['/-/profile/personal_access_tokens?name=ci&scopes=api', '/profile/personal_access_tokens?name=ci&scopes=api'],
    ['/-/user_settings/personal_access_tokens', '/profile/personal_access_tokens'],
  ])('%s leads to %s', async (known, page) => {
    const browser = await world.browser().signIn('ann')
    await browser.open(known)
    expect([browser.url, browser.status]).toEqual([`http://forge.test${page}`, 200])
  })

  it('the documentation of the API wears the clothes of the site', async () => {
    const browser = await world.browser().open('/-/docs/api')
    expect(browser.html).toContain('<link rel="stylesheet" href="/-/style.css">')
    expect(browser.html).toContain('<a class="brand" href="/">')
    expect(browser.html).not.toContain('<style')
    expect(browser.headers.get('content-security-policy')).not.toContain('unsafe-inline')
  })
})
