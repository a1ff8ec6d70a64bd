/** Regular expressions of users, tried in linear time on re2js. */
export * from './patterns.js'
