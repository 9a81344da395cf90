/** Triples of places that come together, as one place: what a line says of all three is then one piece of text. */
export class PlaceTuples {
  /** The triples, one after another. */
  #members = new Int32Array(3 << 8);
  #count = 0;
  /** 1 + the place of a triple by hash, with linear probing; 0 where empty. */
  #slots = new Int32Array(1 << 9);

  /** The place of a triple. */
  placeOf(first: number, second: number, third: number): number {
    const members = this.#members;
    const mask = this.#slots.length - 1;
    let slot = hashOf(first, second, third) & mask;
    for (let place = this.#slots[slot] as number; place !== 0; place = this.#slots[slot] as number) {
      const at = 3 * (place - 1);
      if (members[at] === first && members[at + 1] === second && members[at + 2] === third) return place - 1;
      slot = (slot + 1) & mask;
    }
    return this.#add(first, second, third);
  }

  /** The triple of a place. */
  at(place: number): readonly [number, number, number] {
    const [first, second, third] = this.#members.subarray(3 * place);
    return [first as number, second as number, third as number];
  }

  #add(first: number, second: number, third: number): number {
    if (2 * this.#count >= this.#slots.length) this.#grow();
    const place = this.#count++;
    this.#members.set([first, second, third], 3 * place);
    this.#fill(place);
    return place;
  }

  #grow(): void {
    const members = new Int32Array(2 * this.#members.length);
    members.set(this.#members);
    this.#members = members;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let place = 0; place < this.#count; place++) this.#fill(place);
  }

  #fill(place: number): void {
    const mask = this.#slots.length - 1;
    let slot = hashOf(...this.at(place)) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = place + 1;
  }
}

function hashOf(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x01000193) ^ second;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ third;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
