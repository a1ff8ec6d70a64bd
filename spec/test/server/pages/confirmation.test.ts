import { makeMemoryMail } from '@forgefold/adapters/mail'
import { eventually } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openWorld, PASSWORD, type World } from '../oauth/world.js'

describe('confirming an e-mail address', () => {
  let world: World
  let mail: ReturnType<typeof makeMemoryMail>
  beforeEach(async () => {
    mail = makeMemoryMail()
    world = await openWorld({ more: { ports: { mail } } })
    await asRoot('PUT', '/application/settings', { send_user_confirmation_email: true })
  })
  afterEach(() => world.instance.close())

  const asRoot = (method: string, path: string, json: unknown) =>
    world.instance.ask(method, `/api/v4${path}`, { as: world.instance.root, json })
  const mailTo = (address: string, count = 1) =>
    eventually(`mail ${count} to ${address}`, async () => {
      const found = mail.sent().filter(({ to }) => to === address)
      return found[count - 1]
    })
  const linkIn = (text: string): string =>
    /http:\/\/forge\.test(\/users\/confirmation\?\S+)/.exec(text)?.[1] ?? 'no link'
  const ben = { username: 'ben', name: 'Ben', email: 'ben@example.com', password: PASSWORD }

  it('a user whom an administrator makes cannot sign in before opening the link of the mail, and can afterwards', async () => {
    expect((await asRoot('POST', '/users', ben)).status).toBe(201)
    const { text } = await mailTo('ben@example.com')
    const browser = await world.browser().signIn('ben')
    expect(browser.text()).toContain('is not confirmed')
    await browser.open(linkIn(text))
    expect(browser.text()).toContain('Your e-mail address is confirmed')
    await browser.signIn('ben')
    expect((await browser.open('/profile')).text()).toContain('@ben')
    expect((await browser.open(linkIn(text))).status).toBe(200)
  })

  it('takes no other link', async () => {
    await asRoot('POST', '/users', ben)
    const link = linkIn((await mailTo('ben@example.com')).text)
    const browser = world.browser()
    for (const wrong of [
      `${link}x`,
      link.replace(/=\d+-/, '=1-'),
      '/users/confirmation',
      '/users/confirmation?confirmation_token=1-',
    ])
      expect((await browser.open(wrong)).status, wrong).toBe(404)
    expect((await world.browser().signIn('ben')).text()).toContain('is not confirmed')
  })

  it('sends the link again to whoever waits, and tells nobody else whether there is such a user', async () => {
    await asRoot('POST', '/users', ben)
    await mailTo('ben@example.com')
    const asked = async (email: string): Promise<string> => {
      const browser = await world.browser().open('/users/confirmation/new')
      return (await browser.send('/users/confirmation', { 'user[email]': email })).text()
    }
    expect(await asked('ben@example.com')).toBe(await asked('nobody@example.com'))
    expect(linkIn((await mailTo('ben@example.com', 2)).text)).toBe(linkIn((await mailTo('ben@example.com')).text))
    expect(mail.sent()).toHaveLength(2)
  })

  it('waits for no mail server before its answer, and answers those who have nothing to confirm in the same way', async () => {
    await asRoot('POST', '/users', ben)
    await mailTo('ben@example.com')
    const silent = vi.spyOn(mail, 'send').mockImplementation(() => new Promise(() => undefined))
    for (const email of ['ben@example.com', 'nobody@example.com', 'ben@example.com']) {
      const browser = await world.browser().open('/users/confirmation/new')
      expect((await browser.send('/users/confirmation', { 'user[email]': email })).text()).toContain(
        'a mail is on its way',
      )
    }
    expect(await eventually('a mail', async () => silent.mock.calls[0])).toMatchObject([{ to: 'ben@example.com' }])
  })

  it('refuses to send the link again after ten requests for an address, whoever has it and from wherever', async () => {
    const statusOf = async (email: string): Promise<number> => {
      const browser = await world.browser().open('/users/confirmation/new')
      return (await browser.send('/users/confirmation', { 'user[email]': email })).status
    }
    for (let n = 0; n < 10; n++) expect(await statusOf('nobody@example.com')).toBe(200)
    expect(await statusOf('nobody@example.com')).toBe(429)
  })

  it('sends nothing to whoever need not confirm', async () => {
    await asRoot('POST', '/users', { ...ben, skip_confirmation: true })
    await asRoot('PUT', '/application/settings', { send_user_confirmation_email: false })
    await asRoot('POST', '/users', { ...ben, username: 'cid', email: 'cid@example.com' })
    await asRoot('PUT', '/application/settings', { send_user_confirmation_email: true })
    await asRoot('POST', '/users', { ...ben, username: 'dan', email: 'dan@example.com' })
    await mailTo('dan@example.com')
    expect(mail.sent()).toHaveLength(1)
  })
})
