import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Browser } from '../../golden-data/index.js'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const PASSWORD = 'correct horse battery'
const PAUSE_MS = 50
const MOST_TRIES = 1200
const SCOPES = 'read_repository write_repository'

/** Stands for a browser: it keeps the address that it is asked to open. */
const BROWSER = `#!/bin/sh
printf %s "$1" > "$HOME/address.part" && mv "$HOME/address.part" "$HOME/address"
`

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const addressIn = async (folder: string): Promise<string> => {
  const file = join(folder, 'address')
  for (let tries = 0; tries < MOST_TRIES && !existsSync(file); tries++) await pause(PAUSE_MS)
  return readFileSync(file, 'utf8')
}

/** Clones and pushes with a token that the credential helper gets in a browser. */
export const gitCredentialOauth: ForeignProgram = {
  name: 'git-credential-oauth',
  registry: 'Debian',
  tried: 'a clone and a push: the sign-in and the consent in a browser, a token by PKCE of a client without a secret',
  use: async (place) => {
    const { api, folder, url, id } = place
    const person = { name: 'Cred', username: 'cred', email: 'cred@example.com', password: PASSWORD }
    const made = await api<{ readonly id: number }>('POST', '/users', { ...person, skip_confirmation: true })
    await api('POST', `/projects/${id}/members`, { user_id: made.id, access_level: 40 })
    const redirect_uri = `http://127.0.0.1:${await freePort()}`
    const wanted = { name: 'helper', redirect_uri, scopes: SCOPES, confidential: false }
    const { application_id } = await api<{ readonly application_id: string }>('POST', '/applications', wanted)
    const home = join(folder, 'git-credential-oauth-home')
    mkdirSync(home)
    const xdgOpen = 'git-credential-oauth-home/xdg-open'
    place.write(`../${xdgOpen}`, BROWSER)
    chmodSync(join(folder, xdgOpen), 0o755)
    const PATH = `${home}:${process.env['PATH'] ?? ''}`
    const env = { HOME: home, PATH, BROWSER: join(folder, xdgOpen) }
    const git = (cwd: string, ...args: ReadonlyArray<string>) => execute(place, cwd, 'git', args, env)
    for (const [name, value] of Object.entries({
      'credential.helper': 'cache',
      [`credential.${url}.helper`]: 'oauth',
      [`credential.${url}.oauthClientId`]: application_id,
      [`credential.${url}.oauthAuthURL`]: '/oauth/authorize',
      [`credential.${url}.oauthTokenURL`]: '/oauth/token',
      [`credential.${url}.oauthScopes`]: SCOPES,
      [`credential.${url}.oauthRedirectURL`]: redirect_uri,
    }))
      await git(home, 'config', '--global', name, value)
    const clone = join(home, 'clone')
    const cloning = git(home, 'clone', '-q', `${url}/${place.path}.git`, clone)
    const browser = await new Browser(url).signIn(person.username, PASSWORD)
    await browser.open(await addressIn(home))
    await browser.send('/oauth/authorize')
    assert.equal((await fetch(browser.url)).status, 200)
    await cloning
    await git(clone, 'commit', '-q', '--allow-empty', '-m', 'By a token')
    await git(clone, 'push', '-q', 'origin', 'HEAD:main')
    await git(home, 'credential-cache', 'exit')
    const commits = await api<ReadonlyArray<{ readonly title: string }>>('GET', `/projects/${id}/repository/commits`)
    assert.equal(commits[0]?.title, 'By a token')
  },
}
