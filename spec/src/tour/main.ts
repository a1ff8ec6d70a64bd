import { startServer } from './server.js'
import { takeTour } from './tour.js'

/** `npm run tour`: against BASE_URL with ROOT_TOKEN, or against a server of its own where BASE_URL is not set. */
const { BASE_URL, ROOT_TOKEN } = process.env
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

if (BASE_URL === undefined) {
  const server = await startServer()
  try {
    await takeTour({ url: server.url, token: server.token, say })
  } finally {
    await server.stop()
  }
} else {
  if (ROOT_TOKEN === undefined) throw new Error('BASE_URL needs ROOT_TOKEN, the token of an administrator')
  await takeTour({ url: BASE_URL.replace(/\/+$/, ''), token: ROOT_TOKEN, say })
}
