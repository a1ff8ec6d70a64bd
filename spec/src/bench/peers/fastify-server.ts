import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deploymentsApp } from './fastify-app.js'

/** The service by hand, in a process of its own with as many deployments as its first argument says. */
const file = join(mkdtempSync(join(tmpdir(), 'forgefold-peer-')), 'deployments.sqlite')
console.log(await deploymentsApp(file, Number(process.argv[2])).listen({ port: 0, host: '127.0.0.1' }))
