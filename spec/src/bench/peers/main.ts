import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { openApiOf } from '../../stand-ins/description.js'
import { installOne } from '../../stand-ins/install.js'
import { withTable } from '../../stand-ins/table.js'
import { median } from '../benchmark.js'
import { rateOf } from '../http/load.js'
import { fastify, forgefold, jsonServer, type Peer, prism } from './peers.js'
import { type Rates, rateTable } from './table.js'

/** `npm run peers`: the same three requests to Forgefold and to other servers, in turns; `-- --write` writes the table of the page. */
const PAGE = 'docs/explanation/performance.md'
const DEPLOYMENTS = 1000
const ROUNDS = 3

const measured = async (peers: ReadonlyArray<Peer>): Promise<ReadonlyArray<Rates>> => {
  const figures = peers.map(({ title }) => ({
    title,
    one: [] as Array<number>,
    list: [] as Array<number>,
    create: [] as Array<number>,
  }))
  for (let round = 0; round <= ROUNDS; round++)
    for (const kind of ['one', 'list', 'create'] as const)
      for (const [index, { loads }] of peers.entries()) {
        const rate = await rateOf(loads[kind])
        // The first round warms up.
        if (round > 0) figures[index]?.[kind].push(rate)
      }
  return figures.map(({ title, one, list, create }) => ({
    title,
    one: median(one),
    list: median(list),
    create: median(create),
  }))
}

const [load] = loadavg()
const places = [installOne('json-server', 'json-server'), installOne('prism', '@stoplight/prism-cli')]
const peers: Array<Peer> = []
try {
  peers.push(await forgefold(DEPLOYMENTS), await fastify(DEPLOYMENTS))
  peers.push(await jsonServer(places[0]?.folder ?? '', DEPLOYMENTS))
  peers.push(await prism(places[1]?.folder ?? '', await openApiOf()))
  const table = rateTable(await measured(peers))
  console.log(`load average before: ${load}\n${table}`)
  if (process.argv.includes('--write')) {
    const day = new Date().toISOString().slice(0, 10)
    writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), table, day))
  }
} finally {
  for (const { stop } of peers) await stop()
}
