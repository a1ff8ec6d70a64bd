import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, PASSWORD, type World } from '../../../oauth/world.js'

describe('the registration page', () => {
  let world: World
  const set = async (json: object) => {
    const asked = { as: world.instance.root, json }
    expect((await world.instance.ask('PUT', '/api/v4/application/settings', asked)).status).toBe(200)
  }
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.instance.close())

  it('sets a trap for robots, where the settings want it', async () => {
    const known = (username: string) => world.instance.forge.read.users.byUsername(username) !== undefined
    expect((await world.browser().open('/users/sign_up')).html).not.toContain('firstname')
    await set({ invisible_captcha_enabled: true })
    const typed = (username: string) => ({
      name: username,
      username,
      email: `${username}@x.example`,
      password: PASSWORD,
    })
    const somebody = await world.browser().open('/users/sign_up')
    expect(somebody.html).toContain('<div class="unseen" aria-hidden="true"><label for="firstname">')
    await somebody.send('/users/sign_up', typed('hasty'))
    expect([somebody.status, somebody.text()]).toEqual([422, expect.stringContaining('That was a bit too quick.')])
    world.instance.clock.advance(3999)
    await somebody.send('/users/sign_up', typed('hasty'))
    expect(somebody.status).toBe(422)
    world.instance.clock.advance(4000)
    await somebody.send('/users/sign_up', typed('patient'))
    expect(somebody.text()).toContain('Welcome, patient')

    const robot = await world.browser().open('/users/sign_up')
    world.instance.clock.advance(60_000)
    await robot.send('/users/sign_up', { ...typed('robot'), firstname: 'R' })
    expect([robot.status, robot.html]).toEqual([200, ''])
    for (const shown of ['', 'forged']) {
      const other = await world.browser().open('/users/sign_up')
      const fields = other.form('/users/sign_up')
      fields.set('shown', shown)
      for (const [name, value] of Object.entries(typed('forger'))) fields.append(name, value)
      const origin = { Origin: 'http://forge.test' }
      await other.open('/users/sign_up', { method: 'POST', body: fields, headers: origin })
      expect(other.status).toBe(422)
    }
    expect([known('hasty'), known('robot'), known('forger'), known('patient')]).toEqual([false, false, false, true])
  })
})
