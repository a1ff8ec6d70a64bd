const UNSAFE = /[^\t\x20-\x7e\x80-\xff]/

const EACH_UNSAFE = /[^\t\x20-\x7e\x80-\xff]/gu

/** A header's value that ends no line and holds no NUL, whoever made it. */
export const headerText = (value: string): string => (UNSAFE.test(value) ? value.replace(EACH_UNSAFE, '?') : value)
