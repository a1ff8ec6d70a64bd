import { createHmac } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { fitsAny } from '@forgefold/core/domains/instance/settings'

/** Where pictures in rendered text come from. */
export interface ImageAddresses {
  /** The address by which a picture is fetched instead of its own; undefined: by its own. */
  readonly proxied: (src: string) => string | undefined
  /** The address of the picture of a diagram, by the language of its code; undefined where it stays code. */
  readonly diagram: (language: string, source: string) => string | undefined
}

/** Where pictures come from, as plain data. */
export interface ImageSources {
  /** What addresses without a host are relative to. */
  readonly externalUrl: string
  /** Undefined: pictures come from where they are. */
  readonly proxy: Proxy | undefined
  /** A PlantUML server, without a trailing slash; undefined: diagrams stay code. */
  readonly plantUml: string | undefined
}

/** Images from their own addresses, diagrams as code. */
export const UNPROXIED_IMAGES: ImageSources = { externalUrl: '', proxy: undefined, plantUml: undefined }

interface Proxy {
  readonly url: string
  readonly secretKey: string
  /** Wildcards of the hosts whose pictures need no proxy. */
  readonly allowedHosts: ReadonlyArray<string>
}

const absoluteOf = (src: string, base: string): URL | undefined => {
  try {
    return new URL(src, base)
  } catch {
    return undefined
  }
}

/**
 * The address of a picture at a proxy of the Camo kind: the proxy's, then the HMAC-SHA-1 of the picture's under the shared key, then the picture's, both in hexadecimal.
 *
 * Undefined for hosts that need no proxy, and for what no browser would fetch from a host.
 *
 * @example
 * const proxy = { url: 'https://proxy.example', key: 'secret', allowedHosts: ['forge.example'] }
 * assert.equal(proxiedUrl('https://forge.example/a.png', proxy, 'https://forge.example'), undefined)
 */
export const proxiedUrl = (src: string, proxy: Proxy, externalUrl: string): string | undefined => {
  // A browser reads an address by these rules, odd slashes and hidden line ends included.
  const absolute = absoluteOf(src, externalUrl)
  if (absolute === undefined || !/^https?:$/.test(absolute.protocol) || fitsAny(absolute.hostname, proxy.allowedHosts))
    return undefined
  const address = /^https?:\/\/[\x21-\x7e]+$/i.test(src) ? src : absolute.href
  const digest = createHmac('sha1', proxy.secretKey).update(address).digest('hex')
  return `${proxy.url}/${digest}/${Buffer.from(address).toString('hex')}`
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'

/** Base 64 with the digits of the diagram language, the last group filled up with zeros. */
const plantUmlBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (const shift of [18, 12, 6, 0]) text += DIGITS[(group >> shift) & 63]
  }
  return text
}

/**
 * The address at which a PlantUML server draws a diagram: its source deflated, in digits of its own.
 *
 * @example
 * assert.match(plantUmlUrl('https://plantuml.example', 'a -> b'), /^https:\/\/plantuml\.example\/png\//)
 */
export const plantUmlUrl = (renderer: string, source: string): string => {
  const text = source.trim()
  const whole = text.startsWith('@start') ? text : `@startuml\n${text}\n@enduml`
  return `${renderer}/png/${plantUmlBase64(deflateRawSync(Buffer.from(whole), { level: 9 }))}`
}

/**
 * Where the images of a text are fetched from.
 *
 * @example
 * import { UNPROXIED_IMAGES } from '@forgefold/adapters/markdown'
 * assert.ok(imageAddressesFrom(UNPROXIED_IMAGES))
 */
export const imageAddressesFrom = ({ externalUrl, proxy, plantUml }: ImageSources): ImageAddresses => ({
  proxied: (src) => (proxy === undefined ? undefined : proxiedUrl(src, proxy, externalUrl)),
  diagram: (language, source) =>
    plantUml === undefined || language !== 'plantuml' ? undefined : plantUmlUrl(plantUml, source),
})
