// The control plane of Kubernetes in one program, for tests on loopback.
//
//	controlplane service-account-key FILE
//	controlplane etcd|kube-apiserver|kube-controller-manager FLAG…
//
// A component ends with its standard input: nothing is left running when the tests that started it are killed.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

var components = map[string]func() *cobra.Command{
	"etcd":                    etcd,
	"kube-apiserver":          apiserver.NewAPIServerCommand,
	"kube-controller-manager": controllers.NewControllerManagerCommand,
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "service-account-key" {
		if err := writeKey(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) < 2 || components[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: controlplane service-account-key FILE")
		fmt.Fprintln(os.Stderr, "       controlplane etcd|kube-apiserver|kube-controller-manager FLAG…")
		os.Exit(2)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	name := os.Args[1]
	os.Args = append([]string{name}, os.Args[2:]...)
	os.Exit(cli.Run(components[name]()))
}
