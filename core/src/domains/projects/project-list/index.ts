/** Lists of projects that the read model alone cannot narrow or sort: by language, size and how well they fit a search. */
export * from './refined-list.js'
