import { type PlainRoute, plainRoute } from '../http/index.js'

const CELL = 10
const SIDE = 5

/** A pseudo-random number derived from the id (xorshift over its digits). */
const scrambled = (id: number): number => {
  let state = (id + 1) >>> 0 || 1
  for (let round = 0; round < 6; round++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
  }
  return state
}

/** A picture of five by five cells, the left half mirrored on the right, in a colour derived from the id. */
const drawing = (id: number): string => {
  const bits = scrambled(id)
  const cells: Array<string> = []
  for (let column = 0; column < SIDE; column++)
    for (let row = 0; row < SIDE; row++) {
      const mirrored = Math.min(column, SIDE - 1 - column)
      if ((bits >>> (mirrored * SIDE + row)) & 1)
        cells.push(`<rect x="${(column + 0.5) * CELL}" y="${(row + 0.5) * CELL}" width="${CELL}" height="${CELL}"/>`)
    }
  const size = (SIDE + 1) * CELL
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="80" height="80"><rect width="${size}" height="${size}" fill="#f0f0f0"/><g fill="hsl(${bits % 360} 55% 45%)">${cells.join('')}</g></svg>`
}

/** `/-/identicons/7.svg`: the picture of a user without an avatar, drawn from the user's id alone; no outside service is asked. */
export const identiconRoute: PlainRoute = plainRoute({
  method: 'GET',
  path: '/-/identicons/:name',
  handle: (_request, { name = '' }) => {
    const id = /^(\d{1,15})\.svg$/.exec(name)?.[1]
    if (id === undefined) return { status: 404, headers: [['Content-Type', 'text/plain']], body: '404 Not Found\n' }
    return {
      status: 200,
      headers: [
        ['Content-Type', 'image/svg+xml'],
        ['Cache-Control', 'public, max-age=86400'],
        ['Content-Security-Policy', "default-src 'none'"],
        ['X-Content-Type-Options', 'nosniff'],
      ],
      body: drawing(Number(id)),
    }
  },
})
