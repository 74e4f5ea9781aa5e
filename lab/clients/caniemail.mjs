// Says what in letters some mail programs lack, by the table of caniemail.com: {programs, letters} comes
// in, a list of {letter, program, lacks, partly, notes} goes out.
import { readFileSync } from "node:fs";
import { caniemail, rawData } from "../npm/node_modules/caniemail/dist/index.js";

const { programs, letters } = JSON.parse(readFileSync(0, "utf8"));

// The package gives up at a feature that nobody has tried in a program: such a one is known to lack nothing.
for (const { stats } of rawData.data) {
  for (const program of programs) {
    const [name, platform] = program.split(".");
    stats[name] ??= {};
    stats[name][platform] ??= { untried: "y" };
  }
}

const found = [];
for (const { name, html } of letters) {
  const { issues } = caniemail({ clients: programs, html });
  for (const [kind, byProgram] of Object.entries(issues)) {
    for (const [program, all] of byProgram) {
      for (const { title, notes } of all) found.push({ letter: name, program, lacks: title, partly: kind === "warnings", notes });
    }
  }
}
console.log(JSON.stringify(found));
