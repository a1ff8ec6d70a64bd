/**
 * A program for the page that a browser shows: gives what somebody could not read, reach or be told (WCAG 2.1: 1.1.1, 1.3.1, 1.4.3, 1.4.10,
 * 2.1.1, 2.4.1, 2.4.2, 2.4.3, 2.4.6, 3.1.1, 4.1.2). Written as a text, because it runs in the browser.
 */
export const FINDINGS = `(() => {
  const found = []
  const note = (what, element) => found.push(what + ': ' + (element?.outerHTML ?? '').slice(0, 120))
  const shown = (element) => element.checkVisibility?.() !== false
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown)
  const named = (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() !== ''
  if (document.documentElement.lang === '') note('no language')
  if (document.title.trim() === '') note('no title')
  if (document.querySelectorAll('main').length !== 1) note('not one main part')
  if (document.querySelectorAll('h1').length !== 1) note('not one first heading')
  if (document.documentElement.scrollWidth > window.innerWidth) note('wider than the window')
  for (const control of all('input:not([type=hidden]), select, textarea'))
    if (!control.labels?.length && !control.getAttribute('aria-label')) note('no label', control)
  for (const one of all('a[href], button, th, summary')) if (!named(one) && !one.querySelector('img[alt]')) note('no name', one)
  for (const image of all('img')) if (!image.hasAttribute('alt')) note('no alternative', image)
  for (const image of all('svg[role=img]')) if (!image.getAttribute('aria-label') && !image.querySelector('title')) note('no alternative', image)
  const levels = all('h1, h2, h3, h4, h5, h6').map((heading) => [Number(heading.tagName[1]), heading])
  for (const [index, [level, heading]] of levels.entries())
    if (level > (levels[index - 1]?.[0] ?? 0) + 1) note('skips a level of headings', heading)
  for (const table of all('table')) {
    const cells = [...(table.rows[table.rows.length - 1]?.cells ?? [])]
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
    if (heads.length < cells.length || heads.some((head) => head.tagName !== 'TH' || head.scope !== 'col')) note('columns without heads', table)
  }
  for (const one of document.body.children) if (!one.matches('header, nav, main, footer, aside, a.skip')) note('outside of every landmark', one)
  const navs = all('nav')
  for (const nav of navs) if (navs.length > 1 && !nav.getAttribute('aria-label')) note('one of several navigations, without a name', nav)
  for (const one of all('[tabindex]')) if (one.tabIndex > 0) note('out of turn for the keyboard', one)
  const skip = document.querySelector('a.skip')
  if (skip === null || document.querySelector(skip.getAttribute('href'))?.tagName !== 'MAIN') note('no way past the top', skip)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) note('id twice', document.getElementById(id))
  for (const one of all('body *')) {
    const { overflowX, overflowY } = getComputedStyle(one)
    const scrolls = (/auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth) || (/auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight)
    if (scrolls && one.tabIndex < 0 && !one.querySelector('a[href], button, input, [tabindex]')) note('scrolls out of reach of the keyboard', one)
  }
  const parts = (colour) => {
    const read = /^rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?\\)$/.exec(colour)
    return read === null ? undefined : [Number(read[1]), Number(read[2]), Number(read[3]), read[4] === undefined ? 1 : Number(read[4])]
  }
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const colour = parts(getComputedStyle(one).backgroundColor)
      if (colour === undefined) return undefined
      if (colour[3] === 1) return colour
      if (colour[3] > 0) return undefined
    }
    return [255, 255, 255, 1]
  }
  for (const one of all('body *')) {
    if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') || one.closest('svg, .unseen, :disabled') !== null) continue
    const [text, ground] = [parts(getComputedStyle(one).color), behind(one)]
    if (text === undefined || ground === undefined || text[3] !== 1) continue
    const [light, dark] = [luminance(text), luminance(ground)].sort((a, b) => b - a)
    if ((light + 0.05) / (dark + 0.05) < 4.5) note('too little contrast', one)
  }
  return found
})()`
