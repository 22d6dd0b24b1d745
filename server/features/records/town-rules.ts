import { placeKey } from '#contract/places.ts'

/** What may follow the town in an address: the country and its states, except those that are towns themselves. */
const afterTown = new Set(
  `india, bharat, भारत, ભારત, andhra pradesh, arunachal pradesh, assam, bihar, chhattisgarh, goa, gujarat, haryana,
  himachal pradesh, jharkhand, karnataka, kerala, madhya pradesh, maharashtra, manipur, meghalaya, mizoram, nagaland, odisha,
  punjab, rajasthan, sikkim, tamil nadu, telangana, tripura, uttar pradesh, uttarakhand, west bengal, jammu and kashmir,
  ladakh, puducherry`.split(/,\s*/),
)

/**
 * Returns the end of an address: the town, with the state and country if they follow. Never its beginning, which
 * names the house, and nothing with a digit, such as a house number or PIN code.
 */
export function townIn(address = ''): string {
  const [, ...rest] = address.split(/[,\n]/)
  const named = rest
    .map((part) => part.replaceAll(/\S*\p{N}\S*/gu, '').replaceAll(/^[\s.-]+|[\s.-]+$/g, ''))
    .filter((part) => part !== '')
  const town = named.findLastIndex((part) => !afterTown.has((placeKey(part) ?? part).toLowerCase()))
  return named.slice(Math.max(0, town)).join(', ')
}
