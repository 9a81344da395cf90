/** The worker thread of `previewFile`: opens the shared books, then collects the blocks it is sent. */
import { workerData } from "node:worker_threads";
import { openShared } from "../../index.ts";
import { openCollector } from "../../preview/index.ts";
import type { ScannerSetup } from "../call-blocks/index.ts";
import { answerQuestions } from "../threads/index.ts";
import { BlockPreviewer } from "./block-previewer.ts";
import type { Answer, Question, WorkerSetup } from "./worker-messages.ts";

const { before, after, options, hashes } = workerData as WorkerSetup;
const sideBefore = before === "recorded" ? before : openShared(before);
const collector = openCollector(sideBefore, openShared(after), options);
const previewer = new BlockPreviewer(collector, hashes);
let last: ScannerSetup | undefined;

answerQuestions<Question, Answer>((question) => {
  switch (question.kind) {
    case "take": {
      const { index, block, setup = last } = question;
      if (setup === undefined) throw new Error("a block came before what it is read with");
      last = setup;
      return previewer.take(index, { ...block, setup });
    }
    case "count":
      return previewer.count(question.index, question.first, question.repeated);
    case "part":
      return collector.part();
  }
});
