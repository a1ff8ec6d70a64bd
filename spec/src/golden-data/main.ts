import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clientOf } from './client.js'
import { crawl } from './crawl.js'
import { PASSWORD } from './identity.js'
import { pack } from './pack.js'
import { startServer } from './server-process.js'
import { ROOT_TOKEN, runStory, secretsOf } from './story.js'

/**
 * Makes a golden data folder. Arguments: the `cli.js` of the build that makes it, a folder that is not there yet for the data, and the
 * folder for what is kept.
 */
const [cli = '', work = '', out = ''] = process.argv.slice(2).map((path) => resolve(path))
const environment = { FORGEFOLD_ROOT_PASSWORD: PASSWORD, FORGEFOLD_ROOT_TOKEN: ROOT_TOKEN }
/** Links name it, so it is part of the answers. */
const port = 18_473
const serve = (clock: string, release = '15.3') => startServer(cli, { data: work, clock, release, port, environment })

let server = await serve('movable')
const client = clientOf(server.url, ROOT_TOKEN)
const now = async (): Promise<string> => `${(await client.must('GET', '//-/clock')).json['now']}`
const restart = async (release: string): Promise<void> => {
  const left = await now()
  await server.stop()
  server = await serve('movable', release)
  await client.must('PUT', '//-/clock', { json: { now: left } })
}
const told = await runStory(client, restart).catch(async (error: unknown) => {
  await server.stop()
  throw error
})
const end = await now()
await server.stop()
const clock = `${end.slice(0, 19)}Z`
const second = await serve(clock)
const askers = [
  { name: 'administrator', token: ROOT_TOKEN },
  { name: 'member', token: told.people.bob.token },
  { name: 'nobody', token: '' },
]
// Who looks at a merge request has it checked; what comes of that is there when it is looked at again.
await crawl(clientOf(second.url, ROOT_TOKEN), askers)
const answers = await crawl(clientOf(second.url, ROOT_TOKEN), askers)
await second.stop()
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
pack(work, join(out, 'data'))
writeFileSync(
  join(out, 'secrets.json'),
  `${JSON.stringify({ site: client.url, clock, ...secretsOf(told) }, null, 2)}\n`,
)
writeFileSync(join(out, 'answers.json'), `[\n${answers.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)
process.stdout.write(`${answers.length} answers kept in ${out}\n`)
