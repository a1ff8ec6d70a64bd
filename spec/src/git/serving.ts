import { systemCaller } from '@forgefold/core/app'
import { createFirstAdministrator } from '@forgefold/core/domains/identity/user'
import { createForgefold, listenNode } from '@forgefold/server'

/** A server as a process of its own, so that it can be killed and its memory seen: `serving.js <folder> <root token>`; it prints its port. */
const serve = async (data: string, token: string): Promise<void> => {
  const forgefold = await createForgefold({
    instance: { externalUrl: 'http://127.0.0.1', tier: 'ultimate', release: '15.3' },
    data,
    onDefect: (error, where) => process.stderr.write(`${where}: ${String(error)}\n`),
  })
  const { forge } = forgefold
  await createFirstAdministrator(forge, systemCaller(forge, 'test'), { password: 'of-no-importance', token })
  const { port } = await listenNode(forgefold.handler, '127.0.0.1', 0)
  process.stdout.write(`${port}\n`)
}

const [, , data, token] = process.argv
if (data !== undefined && token !== undefined) await serve(data, token)
