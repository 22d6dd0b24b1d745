type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name

/** A row with its columns in camelCase. */
export type CamelRow<Row> = { [Column in keyof Row & string as Camel<Column>]: Row[Column] }

export function camelRow<Row extends object>(row: Row): CamelRow<Row> {
  return renamed(row, (column) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
}

/** The reverse of `camelRow`, for inserts and for exports. */
export function snakeRow<Row extends object>(row: CamelRow<Row>): Row {
  return renamed(row, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function renamed<To>(from: object, rename: (name: string) => string): To {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [rename(name), value])) as To
}
