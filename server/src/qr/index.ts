/** QR codes as inline images, for pages. */
import { type Html, html } from '../pages/html.js'
import { qrModules } from './symbol.js'

export { qrModules } from './symbol.js'

/** Light modules that readers need around the symbol. */
const QUIET = 4

/** A text as a QR code: SVG to embed in a page, dark on light whatever the colours of the page. */
export const qrCode = (text: string): Html => {
  const modules = qrModules(text)
  const side = modules.length + QUIET * 2
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET},${y + QUIET}h1v1h-1z` : '')))
    .join('')
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" role="img" aria-label="QR code" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}
