import MiniSearch from './minisearch.js'

const LONGEST_EXCERPT = 220
const MOST_HITS = 40
/** Words of fewer letters are found only as they are written, or begun. */
const LONG = 6

const query = new URLSearchParams(location.search).get('q')?.trim() ?? ''
const status = document.querySelector('#status')
const list = document.querySelector('#hits')
document.querySelector('#q').value = query

/** The text around the first word that was found, with every such word marked. */
const excerpt = (text, words) => {
  const found = words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index >= 0)
  const from = Math.max(0, Math.min(...found, text.length) - LONGEST_EXCERPT / 3)
  const part = text.slice(from, from + LONGEST_EXCERPT)
  const shown = document.createElement('p')
  let rest = part
  while (rest !== '') {
    const places = words.map((word) => [rest.toLowerCase().indexOf(word), word.length]).filter(([index]) => index >= 0)
    if (places.length === 0) break
    const [index, length] = places.sort(([a], [b]) => a - b)[0]
    const mark = document.createElement('mark')
    mark.textContent = rest.slice(index, index + length)
    shown.append(rest.slice(0, index), mark)
    rest = rest.slice(index + length)
  }
  shown.append(rest)
  return shown
}

const show = ({ address, page, title, text, terms }) => {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = address
  link.textContent = title === page ? page : `${page}: ${title}`
  item.append(link, excerpt(text, terms))
  list.append(item)
}

if (query !== '') {
  status.textContent = 'Searching …'
  const sections = await (await fetch('sections.json')).json()
  const index = new MiniSearch({
    idField: 'address',
    fields: ['title', 'page', 'text'],
    storeFields: ['address', 'page', 'title', 'text'],
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: true,
      fuzzy: (word) => word.length >= LONG && 0.15,
      combineWith: 'AND',
    },
  })
  index.addAll(sections)
  const hits = index.search(query)
  status.textContent = `${hits.length} ${hits.length === 1 ? 'section' : 'sections'} for “${query}”`
  for (const hit of hits.slice(0, MOST_HITS)) show(hit)
}
